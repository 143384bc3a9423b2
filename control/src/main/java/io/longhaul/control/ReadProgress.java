package io.longhaul.control;

/** How far a reader of the control topic has read. */
public enum ReadProgress {
  CAUGHT_UP,

  /** The topic contains unread messages. */
  BEHIND,

  /** Kafka does not answer. */
  UNAVAILABLE
}
