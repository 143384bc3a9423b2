package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Responses with images in the format of OpenAI's API. */
final class ImageResponses {
  /** The smallest valid PNG: one pixel. */
  static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  private static final int OUTPUT_TOKENS = 272;

  private ImageResponses() {}

  /** Returns a complete response with a number of images. */
  static String response(int images, long createdSeconds, int promptTokens) {
    ObjectNode response = Json.object().put("created", createdSeconds);
    ArrayNode data = response.putArray("data");
    for (int i = 0; i < images; i++) {
      data.addObject().put("b64_json", PIXEL);
    }
    putUsage(response, promptTokens);
    return response.toString();
  }

  static void putUsage(ObjectNode response, int promptTokens) {
    response
        .putObject("usage")
        .put("input_tokens", promptTokens)
        .put("output_tokens", OUTPUT_TOKENS);
  }
}
