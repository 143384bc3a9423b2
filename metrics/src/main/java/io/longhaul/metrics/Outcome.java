package io.longhaul.metrics;

import java.util.Locale;

/** What became of a request. Every request that was issued has exactly one. */
public enum Outcome {
  /**
   * The answer came whole: its body ended properly and it had {@code [DONE]} or a finish reason.
   */
  OK(Group.OK),
  /** The server answered with a status other than 2xx. */
  HTTP_ERROR(Group.ERROR),
  /** No connection, or it broke: refused, reset, name not found, TLS. */
  TRANSPORT_ERROR(Group.ERROR),
  /** The server spoke, but not the protocol: broken HTTP, broken JSON, a wrong content type. */
  PROTOCOL_ERROR(Group.ERROR),
  /** The server reported an error inside a stream that had begun well. */
  STREAM_ERROR(Group.ERROR),
  /** The stream ended without {@code [DONE]} and without a finish reason. */
  TRUNCATED(Group.ERROR),
  /** The answer did not come within the time the client allows. */
  TIMEOUT(Group.TIMEOUT),
  /** The client took the request back because the plan asked for that. */
  CANCELLED(Group.CANCELLED),
  /** The run was over and its grace period too. */
  IN_FLIGHT_AT_STOP(Group.IN_FLIGHT_AT_STOP),
  /** The generator that could have told the ending is gone. */
  LOST(Group.LOST);

  /** The terms of the accounting equation: what was issued is the sum of these. */
  public enum Group {
    OK,
    ERROR,
    TIMEOUT,
    CANCELLED,
    IN_FLIGHT_AT_STOP,
    LOST
  }

  private final Group group;

  Outcome(Group group) {
    this.group = group;
  }

  /** Returns the outcome that a row names, as in {@code http_error}. */
  public static Outcome ofRow(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** The term of the accounting equation in which this outcome is counted. */
  public Group group() {
    return group;
  }

  /**
   * Whether the server (or the way to it) failed: errors and timeouts. What the client itself ended
   * or lost is no error of the server.
   */
  public boolean isError() {
    return group == Group.ERROR || group == Group.TIMEOUT;
  }

  /** Whether the request got an ending from the server, good or bad, or ran out of time. */
  public boolean isCompleted() {
    return group == Group.OK || isError();
  }
}
