package io.longhaul.load.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What bodies have in common: who wins over whom, and OpenAI's wish for usage. */
final class RequestBody {

  private RequestBody() {}

  /** An object to which a dialect adds its members, in the order in which AIPerf writes them. */
  static ObjectNode empty() {
    return UntrustedJson.MAPPER.createObjectNode();
  }

  /** Adds a list of texts. */
  static void putTexts(ObjectNode body, String name, List<String> texts) {
    ArrayNode list = body.putArray(name);
    texts.forEach(list::add);
  }

  /** Adds parts with sound, which have the same form in chat and in responses. */
  static void addAudios(ArrayNode parts, List<AudioClip> clips) {
    for (AudioClip clip : clips) {
      parts
          .addObject()
          .put("type", "input_audio")
          .putObject("input_audio")
          .put("data", clip.base64())
          .put("format", clip.format());
    }
  }

  /** Merges the extra inputs, run first, request last, and writes the body. */
  static byte[] finish(ObjectNode body, DialectOptions options, InferenceRequest request) {
    merge(body, options, request);
    return write(body);
  }

  /** As {@link #finish}, and asks a stream for its usage. */
  static byte[] withUsage(ObjectNode body, DialectOptions options, InferenceRequest request) {
    merge(body, options, request);
    requestUsage(body);
    return write(body);
  }

  /** Merges the extra inputs, run first, request last. */
  static void merge(ObjectNode into, DialectOptions options, InferenceRequest request) {
    options.extraInputs().mergeInto(into);
    request.extraInputs().mergeInto(into);
  }

  static byte[] write(ObjectNode body) {
    try {
      return UntrustedJson.MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "Cannot write the request's body: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Every stream is asked for its usage, also one that the extra inputs switched on; but a user's
   * own {@code include_usage} stays.
   */
  private static void requestUsage(ObjectNode body) {
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
