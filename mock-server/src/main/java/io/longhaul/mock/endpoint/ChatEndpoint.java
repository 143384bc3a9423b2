package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** OpenAI's {@code /v1/chat/completions}, with vLLM's extensions. */
final class ChatEndpoint extends MockEndpoint {
  /** Schema of the messages, which may contain other content than text. */
  static final String MESSAGES =
      """
      {"type": "array", "minItems": 1, "items": {
        "type": "object", "required": ["role"], "properties": {
          "role": {"enum": ["system", "developer", "user", "assistant", "tool", "function"]},
          "content": {"anyOf": [
            {"type": ["string", "null"]},
            {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["type"], "properties": {
                "type": {"enum": ["text", "image_url", "input_audio", "video_url"]},
                "text": {"type": "string"},
                "image_url": {"type": "object", "required": ["url"], "properties": {
                  "url": {"type": "string", "minLength": 1}}},
                "video_url": {"type": "object", "required": ["url"], "properties": {
                  "url": {"type": "string", "minLength": 1}}},
                "input_audio": {"type": "object", "required": ["data", "format"], "properties": {
                  "data": {"type": "string", "minLength": 1},
                  "format": {"enum": ["wav", "mp3"]}}}}}}]}}}}
      """;

  ChatEndpoint() {
    super(
        """
          {"type": "object", "required": ["model", "messages"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "messages": %s,
            "stream": {"type": ["boolean", "null"]},
            "stream_options": {"type": ["object", "null"], "properties": {
              "include_usage": {"type": "boolean"}}},
            "max_tokens": {"type": ["integer", "null"], "minimum": 1},
            "max_completion_tokens": {"type": ["integer", "null"], "minimum": 1},
            "min_tokens": {"type": "integer", "minimum": 0},
            "ignore_eos": {"type": ["boolean", "null"]},
            "temperature": {"type": ["number", "null"], "minimum": 0},
            "n": {"enum": [1, null]}}}
          """
            .formatted(MESSAGES),
        "/v1/chat/completions");
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return OpenAiFormat.parse(body, Json.countWordsOfMessages(body.path("messages")));
  }

  @Override
  public ParsedRequest withoutMaxCompletionTokens(JsonNode body, ParsedRequest request) {
    ObjectNode rest = body.deepCopy();
    rest.remove("max_completion_tokens");
    return OpenAiFormat.parse(rest, request.promptTokens());
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new OpenAiFormat(true, id, createdSeconds, request);
  }
}
