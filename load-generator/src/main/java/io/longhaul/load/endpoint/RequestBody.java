package io.longhaul.load.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What all OpenAI-like bodies have in common: who wins over whom, and the wish for usage. */
final class RequestBody {

  private RequestBody() {}

  /** An object to which a dialect adds its members, in the order in which AIPerf writes them. */
  static ObjectNode empty() {
    return ForeignJson.MAPPER.createObjectNode();
  }

  /** Merges the extra inputs, run first, request last, and writes the body. */
  static byte[] finish(ObjectNode body, DialectOptions options, InferenceRequest request) {
    options.extraInputs().mergeInto(body);
    request.extraInputs().mergeInto(body);
    askForUsage(body);
    try {
      return ForeignJson.MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "Cannot write the request's body: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Every stream is asked for its usage, also one that the extra inputs switched on; but a user's
   * own {@code include_usage} stays.
   */
  private static void askForUsage(ObjectNode body) {
    boolean streams = body.path("stream").asBoolean(false);
    JsonNode options = body.path("stream_options");
    if (!streams) {
      return;
    }
    if (options.isMissingNode() || options.isNull()) {
      body.putObject("stream_options").put("include_usage", true);
    } else if (options instanceof ObjectNode object && !object.has("include_usage")) {
      // The object may be the extra inputs' own, which must not change.
      body.set("stream_options", object.deepCopy().put("include_usage", true));
    }
  }
}
