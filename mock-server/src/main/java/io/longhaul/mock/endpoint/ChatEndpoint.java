package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** OpenAI's {@code /v1/chat/completions}, with vLLM's extensions. */
final class ChatEndpoint implements MockEndpoint {
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

  private static final JsonSchema SCHEMA =
      JsonSchema.of(
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
              .formatted(MESSAGES));

  @Override
  public List<String> paths() {
    return List.of("/v1/chat/completions");
  }

  @Override
  public JsonSchema schema() {
    return SCHEMA;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return OpenAiFormat.parse(body, countWords(body.path("messages")));
  }

  @Override
  public ParsedRequest withoutMaxCompletionTokens(JsonNode body, ParsedRequest request) {
    ObjectNode rest = body.deepCopy();
    rest.remove("max_completion_tokens");
    return OpenAiFormat.parse(rest, request.promptTokens());
  }

  /** Returns the number of words in all messages, whose content is a text or a list of parts. */
  static int countWords(JsonNode messages) {
    int words = 0;
    for (JsonNode message : messages) {
      JsonNode content = message.path("content");
      words += content.isTextual() ? Json.countWords(content) : 0;
      for (JsonNode part : content) {
        words += Json.countWords(part.path("text"));
      }
    }
    return words;
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new OpenAiFormat(true, id, createdSeconds, request);
  }
}
