package io.longhaul.cli.coordinator;

import java.util.List;

/** Thrown if no broker answers. */
public final class KafkaUnreachableException extends RunFailedException {
  private static final long serialVersionUID = 1;

  KafkaUnreachableException(String bootstrapServers, Throwable cause) {
    super(
        ExitCode.INFRASTRUCTURE_FAILED,
        "Cannot reach Kafka at %s: %s (is it running, and is the address right?)"
            .formatted(
                bootstrapServers,
                cause.getMessage() == null ? "no answer in time" : cause.getMessage()),
        List.of());
    initCause(cause);
  }
}
