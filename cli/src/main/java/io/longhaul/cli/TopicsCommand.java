package io.longhaul.cli;

import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.schema.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Creates the topics of an installation on a Kafka cluster. */
@Command(
    name = "topics",
    description = {
      "Creates Longhaul's topics on a Kafka cluster, and checks existing ones.",
      "Run it once, before submitting the job to a Flink cluster."
    })
final class TopicsCommand implements CheckedAction {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Kafka brokers; separate several with commas.")
  String kafka;

  @Option(
      names = "--topic-prefix",
      description = "Prefix of the Kafka topic names. Default: longhaul")
  String topicPrefix = Topics.DEFAULT_PREFIX;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "Number of partitions of the topic of lanes, if it has to be created. Default: 12")
  int partitions = RunTopics.DEFAULT_TIMING_PARTITIONS;

  @Override
  public ExitCode run(Terminal terminal) throws RunFailedException, InterruptedException {
    new RunTopics(new KafkaCluster(kafka, new Topics(topicPrefix)))
        .ensure(partitions)
        .forEach((topic, count) -> terminal.out().println(topic + "  partitions: " + count));
    return ExitCode.DONE;
  }
}
