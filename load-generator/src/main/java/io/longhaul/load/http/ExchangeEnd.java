package io.longhaul.load.http;

/**
 * How an exchange ended on the network. What it means for the request is decided elsewhere.
 *
 * @param callStatus of {@link Kind#CALL_FAILED} the status in gRPC's words, such as {@code
 *     unavailable}; else empty
 * @param message of the network, for people; empty when {@link Kind#COMPLETE}
 */
public record ExchangeEnd(Kind kind, String callStatus, String message) {

  public static final ExchangeEnd COMPLETE = new ExchangeEnd(Kind.COMPLETE, "");

  /** An end that has nothing to do with gRPC's status. */
  public ExchangeEnd(Kind kind, String message) {
    this(kind, "", message);
  }

  /** The end of a gRPC call whose status is not OK. */
  static ExchangeEnd ofCall(String status, String message) {
    return new ExchangeEnd(Kind.CALL_FAILED, status, message);
  }

  /** The end of an answer whose body is packed. */
  static ExchangeEnd ofEncoded(CharSequence encoding) {
    return new ExchangeEnd(
        Kind.UNSUPPORTED_CONTENT_ENCODING,
        "unsupported content-encoding " + encoding + " (identity was asked for)");
  }

  /** What happened. */
  public enum Kind {
    /** The answer's body ended as HTTP says it should; a gRPC call's status is OK. */
    COMPLETE,
    /** The gRPC call ended as it should, with a status that is not OK. */
    CALL_FAILED,
    /** No connection: refused, unreachable, name unknown. */
    CONNECT_FAILED,
    /** No connection within the time. */
    CONNECT_TIMEOUT,
    TLS_FAILED,
    /** The connection ended before the first byte of an answer. */
    CLOSED_BEFORE_ANSWER,
    /** As before, on a kept connection that the server had closed, with the retry switched off. */
    STALE_CONNECTION,
    /** The connection ended inside the answer. */
    CLOSED_INSIDE_ANSWER,
    /** The answer broke HTTP's rules or a limit of ours. */
    BAD_HTTP,
    /** The answer's body is packed, though it was asked for as it is. */
    UNSUPPORTED_CONTENT_ENCODING,
    TIMEOUT,
    CANCELLED
  }
}
