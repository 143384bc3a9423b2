package io.longhaul.mock.endpoint;

import io.netty.buffer.ByteBuf;

/**
 * Writes the events of a stream in the format of its endpoint. Methods for optional events return
 * whether they wrote one.
 */
public interface StreamFormat extends ResponseFormat {

  /** Writes the events before the first word, such as a role. */
  default boolean opening(ByteBuf out) {
    return false;
  }

  /** Writes the event of one word. */
  void token(ByteBuf out, byte[] word);

  /** Writes the finish reason. */
  void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens);

  /** Writes an event with the token counts, if requested. */
  default boolean usage(ByteBuf out, int promptTokens, int outputTokens) {
    return false;
  }

  /** Writes the end marker of the stream. */
  default boolean done(ByteBuf out) {
    return false;
  }

  /** Writes an error event. */
  default void error(ByteBuf out, boolean named) {
    Json.utf8(
        out,
        (named ? "event: error\n" : "")
            + "data: "
            + Json.error("Scripted failure", "server_error", 500)
            + "\n\n");
  }

  /** Writes an event whose data end inside a string. */
  default void malformed(ByteBuf out) {
    Json.utf8(out, "data: {\"broken\":\" tok\n\n");
  }
}
