package io.longhaul.load.http;

/**
 * How an exchange ended on the network. Other classes decide what that means for the request.
 *
 * @param callStatus gRPC status such as {@code unavailable} for {@link Kind#CALL_FAILED}; otherwise
 *     empty
 * @param message network error for people; empty for {@link Kind#COMPLETE}
 */
public record ExchangeEnd(Kind kind, String callStatus, String message) {

  public static final ExchangeEnd COMPLETE = new ExchangeEnd(Kind.COMPLETE, "");

  /** Creates an end without a gRPC status. */
  public ExchangeEnd(Kind kind, String message) {
    this(kind, "", message);
  }

  /** Returns the end of a gRPC call with a status other than OK. */
  static ExchangeEnd ofCall(String status, String message) {
    return new ExchangeEnd(Kind.CALL_FAILED, status, message);
  }

  /** Returns the end of a response with an unsupported content encoding. */
  static ExchangeEnd ofEncoded(CharSequence encoding) {
    return new ExchangeEnd(
        Kind.UNSUPPORTED_CONTENT_ENCODING,
        "unsupported content-encoding " + encoding + " (identity was requested)");
  }

  /** The kinds of ends. */
  public enum Kind {
    /** The response body ended as HTTP requires; the status of a gRPC call is OK. */
    COMPLETE,
    /** The gRPC call ended properly with a status other than OK. */
    CALL_FAILED,
    /** No connection: refused, unreachable, or unknown host. */
    CONNECT_FAILED,
    /** No connection within the timeout. */
    CONNECT_TIMEOUT,
    TLS_FAILED,
    /** The connection was closed before the first byte of a response. */
    CLOSED_BEFORE_ANSWER,
    /**
     * Like {@link #CLOSED_BEFORE_ANSWER}, on a reused connection that the server had closed, with
     * the retry disabled.
     */
    STALE_CONNECTION,
    /** The connection was closed within the response. */
    CLOSED_INSIDE_ANSWER,
    /** The response violated HTTP or one of our limits. */
    BAD_HTTP,
    /** The response body is encoded, although identity was requested. */
    UNSUPPORTED_CONTENT_ENCODING,
    TIMEOUT,
    CANCELLED
  }
}
