package io.longhaul.cli;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.KafkaUnreachableException;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.coordinator.RunTopics;
import io.longhaul.cli.coordinator.UnusableTopicsException;
import io.longhaul.cli.options.TypedArguments;
import io.longhaul.schema.Topics;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Makes the topics of an installation on a Kafka cluster. */
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
  int partitions = RunTopics.USUAL_TIMING_PARTITIONS;

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal) throws Exception {
    TypedArguments.requireUnderstood(parsed);
    try {
      Map<String, Integer> there =
          new RunTopics(new KafkaCluster(kafka, new Topics(topicPrefix))).ensure(partitions);
      there.forEach((topic, count) -> terminal.out().println(topic + "  partitions: " + count));
      return ExitCode.DONE;
    } catch (UnusableTopicsException e) {
      throw new RunFailedException(
          ExitCode.USAGE, e.problems().get(0), e.problems().subList(1, e.problems().size()));
    } catch (KafkaUnreachableException e) {
      throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, e.getMessage(), List.of());
    }
  }
}
