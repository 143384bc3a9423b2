package io.longhaul.sinks;

/** The prefixes of reasons in the dataset {@code rejected} that reports recognize. */
public final class RejectionReason {
  /** The event's time and the broker's append time are more than an hour apart. */
  public static final String AHEAD_OF_KAFKA =
      "Invalid time: more than an hour ahead of Kafka's clock";

  /** The record belongs to no open lane, so no lane counts it as lost. */
  public static final String UNPLACED = "Cannot place record";

  private RejectionReason() {}
}
