package io.longhaul.metrics;

import java.util.Locale;

/** The one way in which a request ended. Every issued request has exactly one outcome. */
public enum Outcome {
  /** The response was complete: its body ended properly, with {@code [DONE]} or a finish reason. */
  OK,
  /** The server answered with a status other than 2xx. */
  HTTP_ERROR,
  /** The connection failed or broke: refused, reset, name not found, TLS. */
  TRANSPORT_ERROR,
  /** The response violated the protocol: invalid HTTP, invalid JSON, wrong content type. */
  PROTOCOL_ERROR,
  /** The server reported an error inside a stream that had started successfully. */
  STREAM_ERROR,
  /** The stream ended without {@code [DONE]} and without a finish reason. */
  TRUNCATED,
  /** The response did not arrive within the client's timeout. */
  TIMEOUT,
  /** The client cancelled the request because the plan required it. */
  CANCELLED,
  /** The request was still in flight when the run and its grace period had ended. */
  IN_FLIGHT_AT_STOP,
  /** The generator that could have reported the outcome is gone. */
  LOST;

  /** Returns the outcome that a row names, as in {@code http_error}. */
  public static Outcome ofRow(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Returns the name in rows, as in {@code http_error}. */
  public String rowName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether the server or the network failed: errors and timeouts. A request that the
   * client ended or lost is not an error of the server.
   */
  public boolean isError() {
    return switch (this) {
      case HTTP_ERROR, TRANSPORT_ERROR, PROTOCOL_ERROR, STREAM_ERROR, TRUNCATED, TIMEOUT -> true;
      case OK, CANCELLED, IN_FLIGHT_AT_STOP, LOST -> false;
    };
  }

  /** Returns whether the server ended the request, successfully or not, or it timed out. */
  public boolean isCompleted() {
    return this == OK || isError();
  }
}
