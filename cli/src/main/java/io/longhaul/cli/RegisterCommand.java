package io.longhaul.cli;

import io.longhaul.cli.run.Interrupts;
import io.longhaul.cli.run.LakeFollower;
import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.IcebergOptions;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.delta.DeltaException;
import io.longhaul.sinks.delta.DeltaRegistration;
import io.longhaul.sinks.iceberg.CatalogException;
import io.longhaul.sinks.iceberg.LakeRegistration;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.store.ObjectStores;
import io.longhaul.sinks.tables.LakeTables;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Adds the files of a lake to Iceberg or Delta tables. */
@Command(
    name = "register",
    description = {
      "Adds the files of a lake to Iceberg or Delta tables, one table for each dataset.",
      "Each file is added once, however often the command is started or killed. The files of the",
      "lake do not change."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul register /data/lake --iceberg jdbc:sqlite:/data/catalog.db",
      "longhaul register s3://soak/lake --iceberg https://catalog:8181 --follow --compact",
      "longhaul register /data/lake --delta --follow"
    })
final class RegisterCommand implements Action {
  private static final String DELTA = "--delta";
  private static final String COMPACT = "--compact";

  @Parameters(
      arity = "0..1",
      paramLabel = "LAKE",
      hideParamSyntax = true,
      description = "Lake (folder of Parquet files) with any number of runs.")
  @Nullable String lakeFolder;

  @Mixin IcebergOptions iceberg = new IcebergOptions();

  @Option(
      names = DELTA,
      description =
          "Make the folder of each dataset in the lake a Delta table, with a log in the folder"
              + " _delta_log. The lake must be on a disk.")
  boolean delta;

  @Option(
      names = "--follow",
      description =
          "Continue until Ctrl-C: add the files of each checkpoint of the runs in progress.")
  boolean follow;

  @Option(
      names = COMPACT,
      description =
          "Merge small files in the tables: those of a closed hour to one, and those of a closed"
              + " day or a finished run to files of 256 MB and more, sorted by time. The files of"
              + " the lake remain.")
  boolean compact;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    if (delta) {
      checkOptionsOfDelta(parsed, problems);
    }
    Optional<Lake> lake = GivenLake.argument(lakeFolder, problems);
    if (delta) {
      problems.throwIfAny();
      return registerInDelta(lake.orElseThrow(), terminal);
    }
    iceberg.check(problems, "the URL of a catalog; or --delta");
    problems.throwIfAny();
    return registerInCatalog(lake.orElseThrow(), terminal);
  }

  /** Refuses what Delta tables do not have, before a lake in an object store is accessed. */
  private void checkOptionsOfDelta(ParseResult parsed, OptionProblems problems)
      throws InvalidOptionsException {
    if (parsed.hasMatchedOption(IcebergOptions.CATALOG)) {
      problems.invalid(DELTA, true, "not with --iceberg");
    }
    if (compact) {
      problems.invalid(
          COMPACT, true, "only with --iceberg; OPTIMIZE merges the files of a Delta table");
    }
    for (String option : IcebergOptions.OF_CATALOG) {
      if (parsed.hasMatchedOption(option)) {
        String value = parsed.matchedOption(option).originalStringValues().get(0);
        problems.invalid(option, value, "only with --iceberg");
      }
    }
    Optional.ofNullable(lakeFolder)
        .flatMap(ObjectStores::parsed)
        .flatMap(DeltaRegistration::problemOf)
        .ifPresent(wanted -> problems.invalid("LAKE", lakeFolder, wanted));
    problems.throwIfAny();
  }

  private ExitCode registerInDelta(Lake lake, Terminal terminal)
      throws RunFailedException, IOException, InterruptedException {
    DeltaRegistration tables = new DeltaRegistration(lake);
    try {
      return follow
          ? follow(
              new LakeFollower(tables, lines(terminal), terminal::warning), lake.folder(), terminal)
          : once(tables, lake.folder(), terminal);
    } catch (DeltaException e) {
      throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, String.valueOf(e.getMessage()));
    }
  }

  private ExitCode registerInCatalog(Lake lake, Terminal terminal)
      throws RunFailedException, IOException, InterruptedException {
    TableSettings settings = iceberg.settings(lake.folder());
    Duration kept = settings.keepSnapshots();
    try (TableCatalog catalog = TableCatalog.open(settings.catalog(), System.getenv())) {
      LakeRegistration registration = new LakeRegistration(lake, catalog);
      if (follow) {
        return follow(
            new LakeFollower(registration, kept, compact, lines(terminal), terminal::warning),
            catalog,
            terminal);
      }
      ExitCode exitCode = once(registration, catalog, terminal);
      if (compact) {
        LakeRegistration.Merged merged = registration.compact(() -> {});
        terminal.out().println(sentence(LakeFollower.describe(merged)));
      }
      registration.expireSnapshots(kept);
      return exitCode;
    } catch (CatalogException e) {
      throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, String.valueOf(e.getMessage()));
    }
  }

  /**
   * @param place of the tables, for messages
   */
  private static ExitCode once(LakeTables tables, Object place, Terminal terminal)
      throws IOException {
    LakeTables.Added added = tables.add();
    added.problems().forEach(terminal::warning);
    terminal.out().println(sentence(LakeFollower.describe(added)) + " of " + place);
    return added.problems().isEmpty() ? ExitCode.DONE : ExitCode.DATA_INCOMPLETE;
  }

  private static String sentence(String part) {
    return Character.toUpperCase(part.charAt(0)) + part.substring(1);
  }

  private static Consumer<String> lines(Terminal terminal) {
    return line -> {
      terminal.out().println(line);
      terminal.out().flush();
    };
  }

  /**
   * @param place of the tables, for messages
   */
  @SuppressWarnings("try") // only installs the signal handlers
  private static ExitCode follow(LakeFollower follower, Object place, Terminal terminal)
      throws InterruptedException {
    try (Interrupts interrupts = new Interrupts(number -> follower.stop())) {
      terminal.message("Adding files to tables of " + place + "; Ctrl-C ends it");
      follower.follow();
    }
    return ExitCode.DONE;
  }
}
