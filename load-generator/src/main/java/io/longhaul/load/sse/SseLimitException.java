package io.longhaul.load.sse;

/**
 * A stream asked for more memory than a decoder grants. The decoder that threw it is done; the
 * connection should be closed.
 */
public final class SseLimitException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Which of the limits. */
  public enum Limit {
    /** A line without an end. */
    LINE_TOO_LONG("line_too_long"),
    /** The data of one event without a blank line. */
    EVENT_TOO_LONG("event_too_long");

    private final String reason;

    Limit(String reason) {
      this.reason = reason;
    }

    /** The word by which such protocol errors are counted. */
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

  /** The limit that was passed. */
  public Limit limit() {
    return limit;
  }
}
