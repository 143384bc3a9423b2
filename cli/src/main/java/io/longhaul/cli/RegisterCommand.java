package io.longhaul.cli;

import io.longhaul.cli.run.Interrupts;
import io.longhaul.cli.run.LakeFollower;
import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.iceberg.CatalogException;
import io.longhaul.sinks.iceberg.LakeRegistration;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** Adds the files of a lake to tables of an Iceberg catalog. */
@Command(
    name = "register",
    description = {
      "Adds the files of a lake to tables of an Iceberg catalog, one table for each dataset.",
      "Each file is added once, however often the command is started or killed. The lake does not",
      "change."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul register /data/lake --iceberg jdbc:sqlite:/data/catalog.db",
      "longhaul register s3://soak/lake --iceberg https://catalog:8181 --follow --compact"
    })
final class RegisterCommand implements Action {
  private static final Duration KEEP_SNAPSHOTS = Duration.ofHours(6);

  @Parameters(
      arity = "0..1",
      paramLabel = "LAKE",
      hideParamSyntax = true,
      description = "Lake (folder of Parquet files) with any number of runs.")
  @Nullable String lakeFolder;

  @Option(
      names = "--iceberg",
      paramLabel = "URL",
      description =
          "Iceberg catalog: the URL of a REST server, or of a database with its JDBC driver"
              + " (jdbc:sqlite:FILE, jdbc:postgresql://HOST/DATABASE). Credentials:"
              + " LONGHAUL_CATALOG_TOKEN or LONGHAUL_CATALOG_CREDENTIAL (REST),"
              + " LONGHAUL_CATALOG_USER and LONGHAUL_CATALOG_PASSWORD (database)")
  @Nullable String iceberg;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "Namespace of the tables; created if necessary. Default: longhaul")
  String namespace = "longhaul";

  @Option(
      names = "--warehouse",
      paramLabel = "DIR",
      description =
          "Folder or URI for the metadata and merged files of new tables; for a REST server, the"
              + " name of its warehouse. Default: LAKE/_tables; for a REST server, its own default")
  @Nullable String warehouse;

  @Option(
      names = "--catalog-name",
      paramLabel = "NAME",
      description =
          "Name of the catalog in the database, which can contain several. Default: longhaul")
  String catalogName = "longhaul";

  @Option(
      names = "--follow",
      description =
          "Continue until Ctrl-C: add the files of each checkpoint of the runs in progress.")
  boolean follow;

  @Option(
      names = "--compact",
      description =
          "Merge small files in the tables: those of a closed hour to one, and those of a closed day"
              + " or a finished run to files of 256 MB and more, sorted by time. The files of the"
              + " lake remain.")
  boolean compact;

  @Option(
      names = "--keep-snapshots",
      paramLabel = "TIME",
      description =
          "Age up to which snapshots of the tables can be read; older ones are removed. Default: 6h")
  OptionValue.@Nullable SecondsOrZero keepSnapshots;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    Optional<Lake> lake = GivenLake.argument(lakeFolder, problems);
    if (iceberg == null) {
      problems.invalid("--iceberg", "no value", "the URL of a catalog");
    } else {
      TableCatalog.Settings.problemOfUri(iceberg)
          .ifPresent(wanted -> problems.invalid("--iceberg", iceberg, wanted));
    }
    if (!TableCatalog.Settings.isNamespace(namespace)) {
      problems.invalid("--namespace", namespace, "up to 100 letters, digits and underscores");
    }
    problems.throwIfAny();

    try (TableCatalog catalog =
        TableCatalog.open(settings(lake.orElseThrow(), problems), System.getenv())) {
      LakeRegistration registration = new LakeRegistration(lake.orElseThrow(), catalog);
      return follow
          ? follow(registration, catalog, terminal)
          : once(registration, catalog, terminal);
    } catch (CatalogException e) {
      throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, String.valueOf(e.getMessage()));
    }
  }

  private TableCatalog.Settings settings(Lake lake, OptionProblems problems)
      throws InvalidOptionsException {
    String url = String.valueOf(iceberg);
    if (TableCatalog.Settings.isDatabase(url)
        && warehouse != null
        && ObjectStores.parsed(warehouse).isEmpty()) {
      problems.invalid("--warehouse", warehouse, ObjectStores.WANTED);
      problems.throwIfAny();
    }
    Optional<String> folder =
        Optional.ofNullable(warehouse)
            .or(
                () ->
                    TableCatalog.Settings.isDatabase(url)
                        ? Optional.of(lake.folder().resolve("_tables").toString())
                        : Optional.empty());
    return new TableCatalog.Settings(url, catalogName, namespace, folder);
  }

  private Duration kept() {
    return Duration.ofNanos(OptionValue.of(keepSnapshots, KEEP_SNAPSHOTS.toNanos()));
  }

  private ExitCode once(LakeRegistration registration, TableCatalog catalog, Terminal terminal)
      throws IOException {
    LakeRegistration.Added added = registration.add();
    added.problems().forEach(terminal::warning);
    terminal.out().println(sentence(LakeFollower.describe(added)) + " of " + catalog);
    if (compact) {
      LakeRegistration.Merged merged = registration.compact(() -> {});
      terminal.out().println(sentence(LakeFollower.describe(merged)));
    }
    registration.expireSnapshots(kept());
    return added.problems().isEmpty() ? ExitCode.DONE : ExitCode.DATA_INCOMPLETE;
  }

  private static String sentence(String part) {
    return Character.toUpperCase(part.charAt(0)) + part.substring(1);
  }

  @SuppressWarnings("try") // only installs the signal handlers
  private ExitCode follow(LakeRegistration registration, TableCatalog catalog, Terminal terminal)
      throws InterruptedException {
    LakeFollower follower =
        new LakeFollower(
            registration,
            kept(),
            compact,
            line -> {
              terminal.out().println(line);
              terminal.out().flush();
            },
            terminal::warning);
    try (Interrupts interrupts = new Interrupts(number -> follower.stop())) {
      terminal.message("Adding files to tables of " + catalog + "; Ctrl-C ends it");
      follower.follow();
    }
    return ExitCode.DONE;
  }
}
