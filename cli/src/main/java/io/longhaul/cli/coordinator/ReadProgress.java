package io.longhaul.cli.coordinator;

/** How what was heard of the control topic compares with what stands in it. */
public enum ReadProgress {
  CAUGHT_UP,

  /** Somebody said something meanwhile, be it in this moment. */
  BEHIND,

  /** Kafka is away. */
  UNAVAILABLE
}
