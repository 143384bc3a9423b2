package io.longhaul.cli;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.value.KafkaConfigFile;
import io.longhaul.control.KafkaCluster;
import io.longhaul.kafka.KafkaConfig;
import io.longhaul.schema.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that define the Kafka cluster of a command. */
final class KafkaOptions {
  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Kafka brokers; separate several with commas.")
  String kafka;

  @Option(
      names = KafkaConfigFile.OPTION,
      paramLabel = "FILE",
      description = KafkaConfigFile.DESCRIPTION)
  @Nullable Path kafkaConfig;

  @Option(
      names = "--topic-prefix",
      description = "Prefix of the Kafka topic names. Default: longhaul")
  String topicPrefix = Topics.DEFAULT_PREFIX;

  /**
   * Returns the cluster, and prints a warning if the file is not protected.
   *
   * @throws InvalidOptionsException if the file is invalid, with all problems
   */
  KafkaCluster cluster(Terminal terminal) throws InvalidOptionsException {
    return cluster(kafka, kafkaConfig, topicPrefix, terminal);
  }

  /**
   * Replaces the placeholder {@link ParentOptions#KAFKA_FROM_PARENT} by the address that the parent
   * writes when the broker is ready; waits for it.
   *
   * @return false if the parent has ended before
   */
  boolean completeFrom(InputStream parent) throws IOException {
    if (kafka.equals(ParentOptions.KAFKA_FROM_PARENT)) {
      kafka = ParentOptions.readLine(parent);
    }
    return !kafka.isEmpty();
  }

  /**
   * Returns the cluster of a command that can do without one, as in {@link #cluster(Terminal)}.
   *
   * @param topicPrefix null for the default
   */
  static KafkaCluster cluster(
      String kafka, @Nullable Path kafkaConfig, @Nullable String topicPrefix, Terminal terminal)
      throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    KafkaConfig config = KafkaConfigFile.read(kafkaConfig, problems);
    problems.throwIfAny();
    config.warning().ifPresent(terminal::warning);
    Topics topics = new Topics(topicPrefix == null ? Topics.DEFAULT_PREFIX : topicPrefix);
    return new KafkaCluster(kafka, config, topics);
  }
}
