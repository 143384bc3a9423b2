package io.longhaul.config.value;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.kafka.InvalidKafkaConfigException;
import io.longhaul.kafka.KafkaConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The file with the settings of Kafka's clients. */
public final class KafkaConfigFile {
  public static final String OPTION = "--kafka-config";
  public static final String DESCRIPTION =
      "Java properties file with settings of Kafka's clients for TLS and passwords.";

  private KafkaConfigFile() {}

  /**
   * Reads the file.
   *
   * @param file the file, or null
   * @return the defaults of Kafka's clients if no file was given, or after a problem
   */
  public static KafkaConfig read(@Nullable Path file, OptionProblems problems) {
    if (file == null) {
      return KafkaConfig.NONE;
    }
    try {
      return KafkaConfig.read(file);
    } catch (InvalidKafkaConfigException e) {
      e.problems().forEach(problems::add);
      return KafkaConfig.NONE;
    }
  }
}
