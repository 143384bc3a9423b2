package io.longhaul.cli;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.run.DistributedResume;
import io.longhaul.cli.run.LoadNotStartedException;
import io.longhaul.cli.run.RunSettings;
import io.longhaul.cli.run.UnfinishedFolder;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.options.CommandLineText;
import io.longhaul.config.options.LakeFolderConverter;
import io.longhaul.config.value.ApiKey;
import io.longhaul.config.value.KafkaConfigFile;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RequestedExports;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.report.longhaul.StartCommand;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.SharedLake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Continues and finishes a run whose processes have ended before it. */
@Command(
    name = "resume",
    customSynopsis = {
      "longhaul resume [--no-load] FOLDER",
      "   or: longhaul resume --kafka HOST:PORT --lake LAKE [--standby] [OPTION]... [RUN]"
    },
    description = {
      "Continues a run whose processes were killed, for example because the machine was restarted.",
      "Sends the rest of its load until the planned end, counts everything that was measured,",
      "reports what was lost, and writes the documents. If the planned end has passed, it only",
      "finishes the run. To close an abandoned run, use --no-load.",
      "",
      "With --kafka: takes over a run on several machines whose coordinator has ended. If generators",
      "still send load, or restart within two minutes of the start of this command to continue their",
      "shares, it acts as the coordinator until the planned end. Otherwise, it only finishes the run,",
      "so this also closes an abandoned run."
    },
    footer = {
      "",
      "If the command is killed, run it again. Ctrl-C ends the load, as in longhaul profile. Secrets",
      "are not stored: give an API key again in the environment variable LONGHAUL_API_KEY.",
      "",
      "Exit status: 0 nothing is missing, 5 data incomplete, 2 refused (the message states why); the",
      "others are those of longhaul profile."
    })
final class ResumeCommand implements CheckedAction {
  private static final String NO_LOAD = "--no-load";
  private static final String PROFILE = "profile";

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER|RUN",
      description =
          "Folder of the run; with --kafka its ID. Default with --kafka: the only unfinished run")
  @Nullable String run;

  @Option(
      names = NO_LOAD,
      description =
          "Finish the run of the folder without sending the rest of its load. Not with --kafka.")
  boolean noLoad;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers of a run on several machines; separate several with commas.")
  @Nullable String kafka;

  @Option(
      names = KafkaConfigFile.OPTION,
      paramLabel = "FILE",
      description = KafkaConfigFile.DESCRIPTION)
  @Nullable Path kafkaConfig;

  @Option(
      names = "--topic-prefix",
      description = "Prefix of the Kafka topic names. Default: longhaul")
  @Nullable String topicPrefix;

  @Option(
      names = "--lake",
      paramLabel = "LAKE",
      converter = LakeFolderConverter.class,
      description = "With --kafka: lake (folder of Parquet files) of the run.")
  @Nullable Path lake;

  @Option(
      names = "--artifact-dir",
      paramLabel = "DIR",
      description =
          "With --kafka: folder for the results; may be the one of the coordinator that has ended."
              + " Default: as in longhaul profile")
  @Nullable Path artifactDir;

  @Option(
      names = "--standby",
      description =
          "With --kafka: wait while the run has a coordinator, and take over the run if the"
              + " coordinator sends nothing for 20 s. If the coordinator finishes the run, exit with"
              + " status 0.")
  boolean standby;

  @Override
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    int columns = terminal.showsResults() ? new TerminalWidth().columns() : TerminalWidth.UNLIMITED;
    ProgressStyle style = terminal.isInteractive() ? ProgressStyle.REWRITTEN : ProgressStyle.NONE;
    if (kafka != null) {
      if (noLoad) {
        throw RunFailedException.usage(
            "Invalid --no-load: true (not with --kafka: the generators decide whether they still"
                + " send load)");
      }
      DistributedResume resume = distributed(kafka, style, columns, terminal);
      return standby ? resume.standBy() : resume.finish();
    }
    requireNoKafkaOptions();
    if (run == null) {
      throw RunFailedException.usage(
          "Cannot resume: no run is given (give its FOLDER, or --kafka and --lake)");
    }
    Path folder = Path.of(run).toAbsolutePath().normalize();
    ExportLayout layout = new ExportLayout(folder);
    RunLake lake = DeclaredRunJson.lakeOf(layout);
    UnfinishedFolder.LoadReader load = command -> settings(command, layout, lake, terminal);
    UnfinishedFolder unfinished =
        new UnfinishedFolder(
            folder,
            noLoad ? Optional.empty() : Optional.of(load),
            style,
            columns,
            terminal.out(),
            terminal.err());
    try {
      return unfinished.finish();
    } catch (LoadNotStartedException e) {
      Optional<StartCommand> command = DeclaredRunJson.commandIn(folder);
      if (noLoad || command.isEmpty() || hasTables(folder)) {
        throw e;
      }
      terminal.err().println("The load of the run had not started; the run starts again");
      return startAgain(command.get(), layout, lake, terminal);
    }
  }

  private DistributedResume distributed(
      String brokers, ProgressStyle style, int columns, Terminal terminal)
      throws InvalidOptionsException, RunFailedException {
    if (lake == null) {
      throw RunFailedException.usage("Cannot resume: --lake is missing (give the lake of the run)");
    }
    return new DistributedResume(
        KafkaOptions.cluster(brokers, kafkaConfig, topicPrefix, terminal),
        new Lake(lake.toAbsolutePath().normalize()),
        Optional.ofNullable(artifactDir),
        Optional.ofNullable(run),
        style,
        columns,
        terminal.out(),
        terminal.err());
  }

  /** Returns the settings with which the load of a run continues. */
  private static RunSettings settings(
      StartCommand command, ExportLayout layout, RunLake lake, Terminal terminal)
      throws RunFailedException {
    try {
      RunSettings settings =
          ProfileCommand.ofStartedRun(
              optionsOf(command),
              before -> inFolder(before, command.runId(), layout, lake),
              command.runId(),
              terminal);
      Set<String> known = settings.profile().secretHeaders().keySet();
      if (!known.containsAll(command.secretHeaders())) {
        throw cannotContinue(
            layout.folder(),
            "it sent an API key, which is not stored (set %s".formatted(ApiKey.VARIABLE));
      }
      return settings;
    } catch (InvalidOptionsException e) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Cannot continue the load of %s: its command is not valid here (run this in %s, or finish the run without the rest of its load: --no-load)"
              .formatted(layout.folder(), command.workingDirectory()),
          e.problems());
    }
  }

  /** Returns whether tables may refer to rows of the run, so that these cannot be deleted. */
  private static boolean hasTables(Path folder) throws IOException {
    return DeclaredRunJson.exportsIn(folder).flatMap(RequestedExports::tables).isPresent();
  }

  /** Starts a run again whose load had not started. */
  private static ExitCode startAgain(
      StartCommand command, ExportLayout layout, RunLake lake, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    deleteRows(command.runId(), layout.folder(), lake);
    return ProfileCommand.run(
        ProfileCommand.changed(
            optionsOf(command),
            before -> inFolder(before, command.runId(), layout, lake).with("--replace", "true")),
        terminal);
  }

  /**
   * Deletes the rows in a lake outside the folder, such as samples before the load, which {@code
   * --replace} keeps.
   */
  @SuppressWarnings("try") // only locks the folder
  private static void deleteRows(String runId, Path folder, RunLake lake) throws IOException {
    if (lake.isShared()) {
      try (RunFolder held = RunFolder.hold(folder)) {
        new SharedLake(lake.lake()).deleteFiles(runId, folder);
      }
    }
  }

  /** Returns the options after the name of the command. */
  private static List<String> optionsOf(StartCommand command) {
    return command.arguments().stream()
        .dropWhile(word -> word.equals(PROFILE) || word.equals("--debug"))
        .toList();
  }

  private static GivenOptions inFolder(
      GivenOptions before, String runId, ExportLayout layout, RunLake lake)
      throws RunFailedException {
    GivenOptions rest = before.gives(ApiKey.OPTION) ? before.without(ApiKey.OPTION) : before;
    if (CommandLineText.hidesSecrets(rest.words())) {
      throw cannotContinue(
          layout.folder(),
          "its headers or URLs contain secrets, which are not stored (start a new run");
    }
    GivenOptions named =
        rest.with("--run-id", runId).with("--artifact-dir", layout.folder().toString());
    return lake.isShared() ? named.with("--lake", lake.lake().folder().toString()) : named;
  }

  private static RunFailedException cannotContinue(Path folder, String reason) {
    return RunFailedException.usage(
        "Cannot continue the load of %s: %s, or finish the run without the rest of its load: --no-load)"
            .formatted(folder, reason));
  }

  private void requireNoKafkaOptions() throws RunFailedException {
    boolean isGiven =
        standby
            || lake != null
            || artifactDir != null
            || kafkaConfig != null
            || topicPrefix != null;
    if (isGiven) {
      throw RunFailedException.usage(
          "Cannot resume: --kafka is missing (--lake, --artifact-dir, --standby, --kafka-config and"
              + " --topic-prefix need it)");
    }
  }
}
