package io.longhaul.cli;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.run.DistributedResume;
import io.longhaul.cli.run.UnfinishedFolder;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.value.KafkaConfigFile;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finishes a run whose processes have ended before it. */
@Command(
    name = "resume",
    customSynopsis = {
      "longhaul resume FOLDER",
      "   or: longhaul resume --kafka HOST:PORT --lake DIR [--standby] [OPTION]... [RUN]"
    },
    description = {
      "Finishes a run whose processes were killed, for example because the machine was restarted.",
      "Counts everything that was measured, declares the rest lost, and writes the documents.",
      "",
      "With --kafka: takes over a run on several machines whose coordinator has ended. If its",
      "generators still send load, continues as its coordinator until the planned end."
    },
    footer = {
      "",
      "The load of a run on one machine is not continued. The command can be interrupted and",
      "repeated.",
      "",
      "Exit status: 0 nothing is missing, 5 data incomplete, 2 there is nothing to finish; the",
      "others are those of longhaul profile."
    })
final class ResumeCommand implements CheckedAction {
  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER|RUN",
      description =
          "Folder of the run; with --kafka its ID. Default with --kafka: the only unfinished run")
  @Nullable String run;

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
      paramLabel = "DIR",
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
    ProgressStyle style = ProgressStyle.of(terminal.isInteractive(), terminal.isInteractive());
    if (kafka != null) {
      DistributedResume resume = distributed(kafka, style, columns, terminal);
      return standby ? resume.standBy() : resume.finish();
    }
    requireNoKafkaOptions();
    if (run == null) {
      throw RunFailedException.usage(
          "Cannot resume: no run is given (give its FOLDER, or --kafka and --lake)");
    }
    return new UnfinishedFolder(
            Path.of(run).toAbsolutePath().normalize(),
            style,
            columns,
            terminal.out(),
            terminal.err())
        .finish();
  }

  private DistributedResume distributed(
      String brokers, ProgressStyle style, int columns, Terminal terminal)
      throws InvalidOptionsException, RunFailedException {
    if (lake == null) {
      throw RunFailedException.usage("Cannot resume: --lake is missing (give the lake of the run)");
    }
    KafkaOptions cluster = new KafkaOptions();
    cluster.kafka = brokers;
    cluster.kafkaConfig = kafkaConfig;
    cluster.topicPrefix = topicPrefix == null ? Topics.DEFAULT_PREFIX : topicPrefix;
    return new DistributedResume(
        cluster.cluster(terminal),
        new Lake(lake.toAbsolutePath().normalize()),
        Optional.ofNullable(artifactDir),
        Optional.ofNullable(run),
        style,
        columns,
        terminal.out(),
        terminal.err());
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
