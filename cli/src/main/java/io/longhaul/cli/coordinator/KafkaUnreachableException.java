package io.longhaul.cli.coordinator;

import java.util.List;

/** Thrown if no broker answers. */
public final class KafkaUnreachableException extends RunFailedException {
  private static final long serialVersionUID = 1;

  KafkaUnreachableException(String bootstrapServers, Throwable cause) {
    super(
        ExitCode.INFRASTRUCTURE_FAILED,
        "Cannot reach Kafka at "
            + bootstrapServers
            + ": "
            + (cause.getMessage() == null ? "no answer in time" : cause.getMessage())
            + " (is it running, and is the address right?)",
        List.of());
    initCause(cause);
  }
}
