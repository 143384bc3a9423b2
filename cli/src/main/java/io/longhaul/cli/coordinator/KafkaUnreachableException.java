package io.longhaul.cli.coordinator;

/** No broker answers. */
public final class KafkaUnreachableException extends Exception {
  private static final long serialVersionUID = 1;

  KafkaUnreachableException(String bootstrapServers, Throwable cause) {
    super(
        "Cannot reach Kafka at "
            + bootstrapServers
            + ": "
            + cause.getMessage()
            + " (is it running, and is the address right?)",
        cause);
  }
}
