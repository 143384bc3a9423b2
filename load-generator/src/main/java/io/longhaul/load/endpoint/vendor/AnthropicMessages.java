package io.longhaul.load.endpoint.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Anthropic's {@code /v1/messages}. The API requires an output limit; without one, {@value
 * #DEFAULT_MAX_TOKENS} is sent, as in AIPerf. System messages are a separate member, and the API
 * key has its own header.
 */
public record AnthropicMessages(DialectOptions options) implements EndpointDialect {
  private static final int DEFAULT_MAX_TOKENS = 1024;
  private static final String DATA_URL = "data:";
  private static final String BASE64 = ";base64,";

  @Override
  public byte[] requestBody(InferenceRequest request) {
    ObjectNode body = RequestBody.empty();
    body.put("model", request.model());
    ArrayNode messages = body.putArray("messages");
    List<String> system =
        RequestBody.addMessages(messages, request, AnthropicMessages::writeMessage);
    Integer limit = request.requestedOutputTokens();
    body.put("max_tokens", limit == null ? DEFAULT_MAX_TOKENS : limit);
    if (request.streaming()) {
      body.put("stream", true);
    }
    if (!system.isEmpty()) {
      body.put("system", String.join("\n\n", system));
    }
    return RequestBody.finish(body, options, request);
  }

  private static void writeMessage(Message message, ObjectNode out) {
    out.put("role", message.role());
    ArrayNode blocks = RequestBody.putTextContent(out, message, "text");
    for (String image : message.media().images()) {
      writeImage(image, blocks.addObject().put("type", "image").putObject("source"));
    }
  }

  private static void writeImage(String image, ObjectNode source) {
    int data = image.indexOf(BASE64);
    if (image.startsWith(DATA_URL) && data > 0) {
      source.put("type", "base64").put("media_type", image.substring(DATA_URL.length(), data));
      source.put("data", image.substring(data + BASE64.length()));
    } else {
      source.put("type", "url").put("url", image);
    }
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    TreePayload.Extractor extractor =
        streaming ? new EventExtractor() : AnthropicMessages::extractWhole;
    return new JsonResponseReader(streaming, new TreePayload("content", extractor));
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    if (!streaming) {
      ObjectNode message = RequestBody.empty().put("type", "message").put("role", "assistant");
      RequestBody.addText(message.putArray("content"), "text", String.join("", words));
      message.put("stop_reason", "end_turn");
      message.putObject("usage").put("input_tokens", 8).put("output_tokens", words.size());
      return List.of(message.toString());
    }
    List<String> events = new ArrayList<>();
    for (String word : words) {
      ObjectNode event = RequestBody.empty().put("type", "content_block_delta").put("index", 0);
      event.putObject("delta").put("type", "text_delta").put("text", word);
      events.add(event.toString());
    }
    ObjectNode last = RequestBody.empty().put("type", "message_delta");
    last.putObject("delta").put("stop_reason", "end_turn");
    last.putObject("usage").put("output_tokens", words.size());
    events.add(last.toString());
    events.add(RequestBody.empty().put("type", "message_stop").toString());
    return events;
  }

  /** One event of a stream. The counts in the first and last events are combined into one usage. */
  private static final class EventExtractor implements TreePayload.Extractor {
    /** Maximum number of stored counts. */
    private static final int MAX_COUNTS = 64;

    private final ObjectNode counts = RequestBody.empty();

    @Override
    public void extract(JsonNode root, TreePayload payload) {
      switch (root.path("type").asText("")) {
        case "message_start" -> {
          payload.foundResponse();
          count(root.path("message").path("usage"), payload);
        }
        case "content_block_delta" -> extractDelta(root.path("delta"), payload);
        case "message_delta" -> {
          String reason = root.path("delta").path("stop_reason").asText("");
          if (!reason.isEmpty()) {
            payload.foundFinish(reason);
          }
          count(root.path("usage"), payload);
        }
        default -> {
          // The start and end of blocks, and pings, contain nothing to count.
        }
      }
    }

    private static void extractDelta(JsonNode delta, TreePayload payload) {
      switch (delta.path("type").asText("")) {
        case "text_delta" -> payload.foundContent(delta.path("text").asText(""));
        case "input_json_delta" -> payload.foundContent(delta.path("partial_json").asText(""));
        case "thinking_delta" -> payload.foundReasoning(delta.path("thinking").asText(""));
        default -> {
          // A signature is not text of the model.
        }
      }
    }

    private void count(JsonNode node, TreePayload payload) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        boolean fits = counts.size() < MAX_COUNTS || counts.has(member.getKey());
        if (fits && isCount(member.getValue())) {
          counts.set(member.getKey(), member.getValue());
        }
      }
      payload.foundUsage(counts);
    }

    /** Returns whether this is a number, or a few named numbers. */
    private static boolean isCount(JsonNode node) {
      boolean isSmall = node.isObject() && node.size() <= MAX_COUNTS;
      return node.isIntegralNumber()
          || (isSmall && node.valueStream().allMatch(JsonNode::isNumber));
    }
  }

  /** A complete response. */
  private static void extractWhole(JsonNode root, TreePayload payload) {
    if (!root.path("content").isArray()) {
      return;
    }
    payload.foundResponse();
    for (JsonNode block : root.path("content")) {
      switch (block.path("type").asText("")) {
        case "text" -> payload.foundContent(block.path("text").asText(""));
        case "thinking" -> payload.foundReasoning(block.path("thinking").asText(""));
        case "tool_use" ->
            payload.foundContent(block.path("name").asText("") + block.path("input"));
        default -> {
          // Other blocks contain no text of the model.
        }
      }
    }
    payload.foundFinish(root.path("stop_reason").asText(""));
  }
}
