package io.longhaul.mock.endpoint;

import io.netty.buffer.ByteBuf;
import java.util.List;

/** Writes one response in the format of its endpoint. Words must not require JSON escapes. */
public interface ResponseFormat {

  /**
   * Writes the complete response.
   *
   * @param finishReason finish reason, as in OpenAI's API; null for a response that ends early
   */
  void whole(
      ByteBuf out, List<byte[]> words, String finishReason, int promptTokens, int outputTokens);
}
