package io.longhaul.load.endpoint.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Common parts of request bodies: the precedence of members, and OpenAI's usage option. */
public final class RequestBody {

  private RequestBody() {}

  /** Returns an empty body. Dialects add members in AIPerf's order. */
  public static ObjectNode empty() {
    return UntrustedJson.MAPPER.createObjectNode();
  }

  /** Returns the texts of a sample response's events, or the whole text if it is not a stream. */
  public static List<String> pieces(boolean streaming, List<String> words) {
    return streaming ? words : List.of(String.join("", words));
  }

  /** Adds a list of texts. */
  public static void putTexts(ObjectNode body, String name, List<String> texts) {
    ArrayNode list = body.putArray(name);
    texts.forEach(list::add);
  }

  /** Adds the limit of output tokens, if there is one. */
  public static void putLimit(ObjectNode body, String name, InferenceRequest request) {
    if (request.requestedOutputTokens() != null) {
      body.put(name, request.requestedOutputTokens());
    }
  }

  /** Adds all messages except those of the system, and returns the texts of the latter. */
  public static List<String> addMessages(
      ArrayNode list, InferenceRequest request, BiConsumer<Message, ObjectNode> format) {
    List<String> system = new ArrayList<>();
    for (Message message : request.messages()) {
      if (message.role().equals("system")) {
        system.addAll(message.texts());
      } else {
        format.accept(message, list.addObject());
      }
    }
    return system;
  }

  /**
   * Adds the {@code content} of a message: its only text, or a list of parts with its texts.
   *
   * @param type type of a part that is a text
   * @return the list, to which the caller adds the media
   */
  public static ArrayNode putTextContent(ObjectNode out, Message message, String type) {
    if (message.isOneText()) {
      out.put("content", message.parts().get(0).content());
      return out.arrayNode();
    }
    ArrayNode parts = out.putArray("content");
    for (String text : message.texts()) {
      addText(parts, type, text);
    }
    return parts;
  }

  /** Adds a part that is a text. */
  public static void addText(ArrayNode parts, String type, String text) {
    parts.addObject().put("type", type).put("text", text);
  }

  /** Adds audio parts, which have the same format in chat and responses. */
  public static void addAudios(ArrayNode parts, List<AudioClip> clips) {
    for (AudioClip clip : clips) {
      parts
          .addObject()
          .put("type", "input_audio")
          .putObject("input_audio")
          .put("data", clip.base64())
          .put("format", clip.format());
    }
  }

  /** Merges the extra inputs of the run and then those of the request, and writes the body. */
  public static byte[] finish(ObjectNode body, DialectOptions options, InferenceRequest request) {
    merge(body, options, request);
    return write(body);
  }

  /** Like {@link #finish}, but also requests the usage of a stream. */
  public static byte[] withUsage(
      ObjectNode body, DialectOptions options, InferenceRequest request) {
    merge(body, options, request);
    requestUsage(body);
    return write(body);
  }

  /** Merges the extra inputs of the run and then those of the request. */
  public static void merge(ObjectNode into, DialectOptions options, InferenceRequest request) {
    options.extraInputs().mergeInto(into);
    request.extraInputs().mergeInto(into);
  }

  public static byte[] write(ObjectNode body) {
    try {
      return UntrustedJson.MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "Cannot write the request's body: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Requests usage for every stream, even one enabled by extra inputs, but keeps a user's own
   * {@code include_usage}.
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
      // The object may belong to the extra inputs, which must not change.
      body.set("stream_options", object.deepCopy().put("include_usage", true));
    }
  }
}
