package io.longhaul.sinks;

/** How reasons in the dataset {@code rejected} begin that reports look for. */
public final class RejectionReason {
  /** The event's time and the broker's append time are more than an hour apart. */
  public static final String AHEAD_OF_KAFKA =
      "Invalid time: more than an hour ahead of Kafka's clock";

  private RejectionReason() {}
}
