package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.RunTopics;
import io.longhaul.cli.options.TypedArguments;
import io.longhaul.schema.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Creates the topics of an installation on a Kafka cluster. */
@Command(
    name = "topics",
    description = {
      "Makes the topics of an installation on a Kafka cluster, and checks those that are there.",
      "Do it once, before the job is submitted to a Flink cluster."
    })
final class TopicsCommand implements Action {
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Brokers; several with commas.")
  String kafka;

  @Option(
      names = "--topic-prefix",
      paramLabel = "NAME",
      description = "What topics are called by. Default: longhaul")
  String topicPrefix = Topics.DEFAULT_PREFIX;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Partitions of the topic of lanes, when it has to be made. Default: 12")
  int partitions = RunTopics.DEFAULT_TIMING_PARTITIONS;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    TypedArguments.requireUnderstood(parsed);
    new RunTopics(new KafkaCluster(kafka, new Topics(topicPrefix)))
        .ensure(partitions)
        .forEach((topic, count) -> terminal.out().println(topic + "  partitions: " + count));
    return ExitCode.DONE;
  }
}
