package io.longhaul.mock.endpoint;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** Writes one answer in the form of its endpoint. Words need no escapes. */
public interface ResponseFormat {

  /**
   * The whole answer.
   *
   * @param finishReason in OpenAI's words; null when the answer broke off
   */
  void whole(
      ByteBuf out, List<byte[]> words, String finishReason, int promptTokens, int outputTokens);
}
