package io.longhaul.mock.endpoint;

import io.netty.buffer.ByteBuf;

/**
 * Writes the events of a stream in the form of its endpoint. What may be left out says whether it
 * wrote anything.
 */
public interface StreamFormat extends ResponseFormat {

  /** What comes before the first word, such as a role. */
  boolean opening(ByteBuf out);

  /** The event of one word. */
  void token(ByteBuf out, byte[] word);

  /** What tells why the answer ended. */
  void finish(ByteBuf out, String reason, int promptTokens, int outputTokens);

  /** An event with the token counts, when the client asked for one. */
  default boolean usage(ByteBuf out, int promptTokens, int outputTokens) {
    return false;
  }

  /** The sign that the stream is over. */
  default boolean done(ByteBuf out) {
    return false;
  }

  /** An event that says that the server failed. */
  default void error(ByteBuf out, boolean named) {
    Json.utf8(
        out,
        (named ? "event: error\n" : "")
            + "data: "
            + Json.error("Scripted failure", "server_error", 500)
            + "\n\n");
  }

  /** An event whose data breaks off inside a string. */
  default void malformed(ByteBuf out) {
    Json.utf8(out, "data: {\"broken\":\" tok\n\n");
  }
}
