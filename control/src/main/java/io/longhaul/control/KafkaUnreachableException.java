package io.longhaul.control;

import io.longhaul.kafka.KafkaAccessException;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.kafka.KafkaFailure;
import java.util.List;

/** Thrown if no broker answers, or if the brokers refuse this process. */
public final class KafkaUnreachableException extends RunFailedException {
  private static final long serialVersionUID = 1;

  private final boolean isPermanent;

  /**
   * Explains a failure of a client; may connect to the brokers for some seconds.
   *
   * @param failure what the client reported
   */
  public KafkaUnreachableException(KafkaConnection kafka, Exception failure) {
    this(kafka.failure(failure), failure);
  }

  KafkaUnreachableException(KafkaAccessException failure) {
    this(new KafkaFailure(failure.isPermanent(), String.valueOf(failure.getMessage())), failure);
  }

  private KafkaUnreachableException(KafkaFailure reason, Exception failure) {
    super(ExitCode.INFRASTRUCTURE_FAILED, reason.sentence(), List.of());
    this.isPermanent = reason.isPermanent();
    initCause(failure);
  }

  /** Returns whether waiting cannot help, because the user must change something. */
  public boolean isPermanent() {
    return isPermanent;
  }
}
