package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Anthropic's {@code /v1/messages}. The API requires an output limit; without one, {@value
 * #DEFAULT_MAX_TOKENS} is sent, as in AIPerf. System messages are a separate member, and the API
 * key has its own header.
 */
final class AnthropicMessages implements EndpointType {
  private static final int DEFAULT_MAX_TOKENS = 1024;
  private static final String DATA_URL = "data:";
  private static final String BASE64 = ";base64,";

  @Override
  public String typedName() {
    return "messages";
  }

  @Override
  public String path(boolean streaming) {
    return "/v1/messages";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("anthropic-version", "2023-06-01");
  }

  @Override
  public Map.Entry<String, String> keyHeader(String key) {
    return Map.entry("x-api-key", key);
  }

  @Override
  public Set<MediaKind> media() {
    return Set.of(MediaKind.IMAGE);
  }

  @Override
  public boolean converses() {
    return true;
  }

  @Override
  public EndpointDialect dialect(DialectOptions options) {
    return new Dialect(options);
  }

  private record Dialect(DialectOptions options) implements EndpointDialect {

    @Override
    public byte[] requestBody(InferenceRequest request) {
      ObjectNode body = RequestBody.empty();
      body.put("model", request.model());
      ArrayNode messages = body.putArray("messages");
      List<String> system = new ArrayList<>();
      for (Message message : request.messages()) {
        if (message.role().equals("system")) {
          system.addAll(message.texts());
        } else {
          writeMessage(message, messages.addObject());
        }
      }
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
      if (message.isOneText()) {
        out.put("content", message.parts().get(0).content());
        return;
      }
      ArrayNode blocks = out.putArray("content");
      for (String text : message.texts()) {
        blocks.addObject().put("type", "text").put("text", text);
      }
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
      return new JsonResponseReader(streaming, streaming ? new EventPayload() : new WholePayload());
    }

    @Override
    public List<String> sampleResponse(boolean streaming, List<String> words) {
      if (!streaming) {
        ObjectNode message = RequestBody.empty().put("type", "message").put("role", "assistant");
        message
            .putArray("content")
            .addObject()
            .put("type", "text")
            .put("text", String.join("", words));
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
  }

  /** One event of a stream. The counts in the first and last events are combined into one usage. */
  private static final class EventPayload extends TreePayload {
    /** Maximum number of stored counts. */
    private static final int MAX_COUNTS = 64;

    private final ObjectNode counts = RequestBody.empty();

    @Override
    void extract(JsonNode root) {
      switch (root.path("type").asText("")) {
        case "message_start" -> {
          foundResponse();
          count(root.path("message").path("usage"));
        }
        case "content_block_delta" -> extractDelta(root.path("delta"));
        case "message_delta" -> {
          String reason = root.path("delta").path("stop_reason").asText("");
          if (!reason.isEmpty()) {
            foundFinish(reason);
          }
          count(root.path("usage"));
        }
        default -> {
          // The start and end of blocks, and pings, contain nothing to count.
        }
      }
    }

    private void extractDelta(JsonNode delta) {
      switch (delta.path("type").asText("")) {
        case "text_delta" -> foundContent(delta.path("text").asText(""));
        case "input_json_delta" -> foundContent(delta.path("partial_json").asText(""));
        case "thinking_delta" -> foundReasoning(delta.path("thinking").asText(""));
        default -> {
          // A signature is not text of the model.
        }
      }
    }

    private void count(JsonNode node) {
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        boolean fits = counts.size() < MAX_COUNTS || counts.has(member.getKey());
        if (fits && isCount(member.getValue())) {
          counts.set(member.getKey(), member.getValue());
        }
      }
      found(counts);
    }

    /** Returns whether this is a number, or a few named numbers. */
    private static boolean isCount(JsonNode node) {
      boolean isSmall = node.isObject() && node.size() <= MAX_COUNTS;
      return node.isIntegralNumber()
          || (isSmall && node.valueStream().allMatch(JsonNode::isNumber));
    }

    @Override
    public String requiredMember() {
      return "content";
    }
  }

  /** A complete response. */
  private static final class WholePayload extends TreePayload {

    @Override
    void extract(JsonNode root) {
      if (!root.path("content").isArray()) {
        return;
      }
      foundResponse();
      for (JsonNode block : root.path("content")) {
        switch (block.path("type").asText("")) {
          case "text" -> foundContent(block.path("text").asText(""));
          case "thinking" -> foundReasoning(block.path("thinking").asText(""));
          case "tool_use" -> foundContent(block.path("name").asText("") + block.path("input"));
          default -> {
            // Other blocks contain no text of the model.
          }
        }
      }
      foundFinish(root.path("stop_reason").asText(""));
    }

    @Override
    public String requiredMember() {
      return "content";
    }
  }
}
