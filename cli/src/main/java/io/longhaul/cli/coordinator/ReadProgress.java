package io.longhaul.cli.coordinator;

/** How what was heard of the control topic compares with what stands in it. */
public enum ReadProgress {
  ALL_HEARD,

  /** Somebody said something meanwhile, be it in this moment. */
  MORE_TO_HEAR,

  /** Kafka is away. */
  NO_ANSWER
}
