package io.longhaul.kafka;

/** Thrown if Kafka cannot be used. The message is a sentence with reason and remedy. */
public final class KafkaAccessException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean isPermanent;

  KafkaAccessException(KafkaFailure failure) {
    super(failure.sentence());
    this.isPermanent = failure.isPermanent();
  }

  /** Returns whether waiting cannot help. */
  public boolean isPermanent() {
    return isPermanent;
  }
}
