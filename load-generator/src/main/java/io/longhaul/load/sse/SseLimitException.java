package io.longhaul.load.sse;

/**
 * A stream exceeded a limit of its decoder. The decoder cannot be used any more, and the connection
 * should be closed.
 */
public final class SseLimitException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The limits. */
  public enum Limit {
    /** A line is too long. */
    LINE_TOO_LONG("line_too_long"),
    /** The data of one event is too long. */
    EVENT_TOO_LONG("event_too_long");

    private final String reason;

    Limit(String reason) {
      this.reason = reason;
    }

    /** Returns the keyword by which such errors are counted. */
    public String reason() {
      return reason;
    }
  }

  private final Limit limit;

  SseLimitException(Limit limit, int maxBytes) {
    super(
        switch (limit) {
          case LINE_TOO_LONG ->
              "Invalid event stream: a line of more than "
                  + maxBytes
                  + " bytes (an event stream has short lines)";
          case EVENT_TOO_LONG ->
              "Invalid event stream: an event of more than "
                  + maxBytes
                  + " bytes (events end with a blank line)";
        });
    this.limit = limit;
  }

  /** Returns the exceeded limit. */
  public Limit limit() {
    return limit;
  }
}
