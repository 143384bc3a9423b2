package io.longhaul.load.endpoint.response;

import io.longhaul.schema.FailureReason;

/**
 * How a response ended.
 *
 * @param kind kind of result
 * @param reason short identifier by which errors are counted; empty for a complete response. For a
 *     truncated response {@code body_cut}, {@code event_cut} or {@code no_finish}; for a server
 *     error {@code stream_error_} and a code from 400 to 599; for a protocol error {@code
 *     malformed_json}, {@code malformed_message}, {@code unexpected_json} or {@code no_choices};
 *     for an empty response {@code no_content}
 * @param message the server's message, or a description of the error; may be empty
 */
public record ResponseResult(Kind kind, String reason, String message) {

  /** Kinds of results. */
  public enum Kind {
    /** The body and the response in it ended properly. */
    WHOLE,
    /** Like {@link #WHOLE}, but without any chunk. */
    EMPTY,
    /** The body, or the stream in it, was cut. */
    TRUNCATED,
    /** The server reported an error in a response with a successful status. */
    STREAM_ERROR,
    /** The response does not match the API's format. */
    PROTOCOL_ERROR
  }

  public static final ResponseResult WHOLE = new ResponseResult(Kind.WHOLE, "", "");
  public static final ResponseResult EMPTY =
      new ResponseResult(
          Kind.EMPTY,
          FailureReason.NO_CONTENT.word(),
          "The response is complete but has no content");

  public static ResponseResult truncated(String reason, String message) {
    return new ResponseResult(Kind.TRUNCATED, reason, message);
  }

  public static ResponseResult protocolError(String reason, String message) {
    return new ResponseResult(Kind.PROTOCOL_ERROR, reason, message);
  }

  public static ResponseResult streamError(int code, String message) {
    return new ResponseResult(Kind.STREAM_ERROR, "stream_error_" + code, message);
  }
}
