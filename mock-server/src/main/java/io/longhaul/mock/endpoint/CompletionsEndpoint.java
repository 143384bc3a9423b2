package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * OpenAI's {@code /v1/completions}, with vLLM's extensions. Only the first of several prompts has a
 * response.
 */
final class CompletionsEndpoint extends MockEndpoint {
  CompletionsEndpoint() {
    super(
        """
          {"type": "object", "required": ["model", "prompt"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "prompt": {"anyOf": [
              {"type": "string"},
              {"type": "array", "minItems": 1, "items": {"type": "string"}},
              {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}}]},
            "stream": {"type": ["boolean", "null"]},
            "stream_options": {"type": ["object", "null"], "properties": {
              "include_usage": {"type": "boolean"}}},
            "max_tokens": {"type": ["integer", "null"], "minimum": 1},
            "min_tokens": {"type": "integer", "minimum": 0},
            "ignore_eos": {"type": ["boolean", "null"]},
            "temperature": {"type": ["number", "null"], "minimum": 0},
            "n": {"enum": [1, null]}}}
          """,
        "/v1/completions");
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    JsonNode prompt = body.path("prompt");
    boolean tokenIds = prompt.path(0).isIntegralNumber();
    return OpenAiFormat.parse(body, tokenIds ? prompt.size() : Json.countWords(prompt));
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new OpenAiFormat(false, id, createdSeconds, request);
  }

  @Override
  public ResponseFormat wrongFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return new OpenAiFormat(true, id, createdSeconds, request);
  }
}
