package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates the topics of an installation on a Kafka cluster. */
@Command(
    name = "topics",
    description = {
      "Creates Longhaul's topics on a Kafka cluster, and checks existing ones.",
      "Run it once, before submitting the job to a Flink cluster."
    })
final class TopicsCommand implements CheckedAction {
  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "Number of partitions of the topic of lanes, if it has to be created. Default: 12")
  int partitions = RunTopics.DEFAULT_TIMING_PARTITIONS;

  @Override
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException, RunFailedException, InterruptedException {
    new RunTopics(kafka.cluster(terminal))
        .ensure(partitions)
        .forEach((topic, count) -> terminal.out().println(topic + "  partitions: " + count));
    return ExitCode.DONE;
  }
}
