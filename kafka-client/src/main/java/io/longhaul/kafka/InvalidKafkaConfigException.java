package io.longhaul.kafka;

import java.util.List;

/** Thrown if a file of Kafka settings is invalid. The message lists all problems, one per line. */
public final class InvalidKafkaConfigException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<String> problems;

  InvalidKafkaConfigException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns all problems, each a sentence. */
  public List<String> problems() {
    return problems;
  }
}
