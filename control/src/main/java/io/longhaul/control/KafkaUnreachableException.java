package io.longhaul.control;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;

/** Thrown if no broker answers. */
public final class KafkaUnreachableException extends RunFailedException {
  private static final long serialVersionUID = 1;

  public KafkaUnreachableException(String bootstrapServers, Exception failure) {
    super(
        ExitCode.INFRASTRUCTURE_FAILED,
        "Cannot reach Kafka at %s: %s (is it running, and is the address right?)"
            .formatted(
                bootstrapServers,
                Objects.requireNonNullElse(causeOf(failure).getMessage(), "no answer in time")),
        List.of());
    initCause(causeOf(failure));
  }

  private static Throwable causeOf(Exception failure) {
    return failure instanceof ExecutionException ? requireNonNull(failure.getCause()) : failure;
  }
}
