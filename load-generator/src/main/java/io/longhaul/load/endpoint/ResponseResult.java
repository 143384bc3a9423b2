package io.longhaul.load.endpoint;

/**
 * How an answer ended.
 *
 * @param kind the one way in which it did
 * @param reason one of few words, by which errors are counted; empty when the answer is whole. Of a
 *     truncated answer {@code body_cut}, {@code event_cut} or {@code no_finish}; of an error of the
 *     server {@code stream_error_} and a code from 400 to 599; of a protocol error {@code
 *     malformed_json}, {@code malformed_message}, {@code unexpected_json} or {@code no_choices}; of
 *     an empty one {@code no_content}
 * @param message what the server said, or what was wrong, for people; may be empty
 */
public record ResponseResult(Kind kind, String reason, String message) {

  /** The ways in which an answer ends. */
  public enum Kind {
    /** The body ended properly, and so did the answer within it. */
    WHOLE,
    /** As {@link #WHOLE}, but not one chunk was in it. */
    EMPTY,
    /** The body or the stream within it was cut. */
    TRUNCATED,
    /** The server told an error within an answer whose status was good. */
    STREAM_ERROR,
    /** The server said something that the endpoint's language does not have. */
    PROTOCOL_ERROR
  }

  static final ResponseResult WHOLE = new ResponseResult(Kind.WHOLE, "", "");
  static final ResponseResult EMPTY =
      new ResponseResult(Kind.EMPTY, "no_content", "The answer is complete but has no content");

  static ResponseResult truncated(String reason, String message) {
    return new ResponseResult(Kind.TRUNCATED, reason, message);
  }

  static ResponseResult protocolError(String reason, String message) {
    return new ResponseResult(Kind.PROTOCOL_ERROR, reason, message);
  }

  static ResponseResult streamError(int code, String message) {
    return new ResponseResult(Kind.STREAM_ERROR, "stream_error_" + code, message);
  }
}
