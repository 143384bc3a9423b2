package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;

/** Anthropic's {@code /v1/messages}. */
final class MessagesEndpoint extends MockEndpoint {
  MessagesEndpoint() {
    super(
        """
          {"type": "object", "required": ["model", "messages", "max_tokens"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "messages": {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["role", "content"], "properties": {
                "role": {"enum": ["user", "assistant"]},
                "content": {"anyOf": [
                  {"type": "string", "minLength": 1},
                  {"type": "array", "minItems": 1, "items": {
                    "type": "object", "required": ["type"], "properties": {
                      "type": {"enum": ["text", "image", "document", "tool_use", "tool_result"]},
                      "text": {"type": "string", "minLength": 1},
                      "source": {"type": "object", "required": ["type"], "properties": {
                        "type": {"enum": ["base64", "url"]},
                        "media_type": {"type": "string"},
                        "data": {"type": "string", "minLength": 1},
                        "url": {"type": "string", "minLength": 1}}}}}}]}}}},
            "max_tokens": {"type": "integer", "minimum": 1},
            "stream": {"type": "boolean"},
            "system": {"type": ["string", "array"]},
            "temperature": {"type": "number", "minimum": 0}}}
          """,
        "/v1/messages");
  }

  @Override
  public Map.Entry<String, String> apiKeyHeader(String key) {
    return Map.entry("x-api-key", key);
  }

  @Override
  List<String> requiredHeaders() {
    return List.of("anthropic-version");
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return ParsedRequest.forTokens(
        body.path("model").asText(),
        body.path("stream").asBoolean(),
        Json.intOr(body.path("max_tokens"), ParsedRequest.UNLIMITED),
        Json.countWords(body.path("system")) + Json.countWordsOfMessages(body.path("messages")));
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new Format(request, Long.toHexString(id));
  }

  /** The first event contains the token count of the prompt, the last one that of the response. */
  private record Format(ParsedRequest request, String id) implements StreamFormat {
    private static final byte[] BEFORE =
        Json.utf8(
            "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
                + "\"delta\":{\"type\":\"text_delta\",\"text\":\"");
    private static final byte[] AFTER = Json.utf8("\"}}\n\n");

    @Override
    public boolean opening(ByteBuf out) {
      ObjectNode start = Json.object().put("type", "message_start");
      ObjectNode message = message();
      message.putArray("content");
      message
          .putObject("usage")
          .put("input_tokens", request.promptTokens())
          .put("output_tokens", 1);
      start.set("message", message);
      Json.event(out, "message_start", start.toString());
      Json.event(
          out,
          "content_block_start",
          "{\"type\":\"content_block_start\",\"index\":0,"
              + "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}");
      Json.event(out, "ping", "{\"type\":\"ping\"}");
      return true;
    }

    @Override
    public void token(ByteBuf out, byte[] word) {
      out.writeBytes(BEFORE).writeBytes(word).writeBytes(AFTER);
    }

    @Override
    public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
      Json.event(out, "content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}");
      ObjectNode delta = Json.object().put("type", "message_delta");
      delta.putObject("delta").put("stop_reason", stopReason(reason));
      delta.putObject("usage").put("output_tokens", outputTokens);
      Json.event(out, "message_delta", delta.toString());
    }

    @Override
    public boolean done(ByteBuf out) {
      Json.event(out, "message_stop", "{\"type\":\"message_stop\"}");
      return true;
    }

    @Override
    public void error(ByteBuf out, boolean named) {
      Json.event(
          out,
          named ? "error" : "",
          "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
              + "\"message\":\"Scripted failure\"}}");
    }

    @Override
    public void whole(ByteBuf out, ResponseContent content) {
      ObjectNode message = message();
      message.putArray("content").addObject().put("type", "text").put("text", content.text());
      message.put(
          "stop_reason",
          content.finishReason() == null ? null : stopReason(content.finishReason()));
      message
          .putObject("usage")
          .put("input_tokens", content.promptTokens())
          .put("output_tokens", content.outputTokens());
      Json.utf8(out, message.toString());
    }

    private ObjectNode message() {
      return Json.object()
          .put("id", "msg_" + id)
          .put("type", "message")
          .put("role", "assistant")
          .put("model", request.model());
    }

    private static String stopReason(FinishReason reason) {
      return reason == FinishReason.LENGTH ? "max_tokens" : "end_turn";
    }
  }
}
