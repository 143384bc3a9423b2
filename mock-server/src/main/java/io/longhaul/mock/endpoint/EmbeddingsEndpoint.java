package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * OpenAI's {@code /v1/embeddings}: one vector per text. A request with chat messages, as in vLLM,
 * has one vector for all messages.
 */
final class EmbeddingsEndpoint implements MockEndpoint {
  private static final int DIMENSIONS = 64;

  private static final JsonSchema SCHEMA =
      JsonSchema.of(
          """
          {"type": "object", "required": ["model"], "anyOf": [
            {"required": ["input"], "properties": {"messages": {"enum": [null]}}},
            {"required": ["messages"], "properties": {"input": {"enum": [null]}}}],
          "properties": {
            "model": {"type": "string", "minLength": 1},
            "input": {"anyOf": [
              {"type": "string", "minLength": 1},
              {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
              {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 0}}]},
            "messages": %s,
            "dimensions": {"type": "integer", "minimum": 1},
            "encoding_format": {"enum": ["float"]},
            "input_type": {"enum": ["query", "passage"]},
            "stream": {"enum": [false]},
            "user": {"type": "string"}}}
          """
              .formatted(ChatEndpoint.MESSAGES));

  @Override
  public List<String> paths() {
    return List.of("/v1/embeddings");
  }

  @Override
  public JsonSchema schema() {
    return SCHEMA;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return ParsedRequest.forWholeResponse(body.path("model").asText(), countWords(body));
  }

  private static int countWords(JsonNode body) {
    if (body.has("messages")) {
      return ChatEndpoint.countWords(body.get("messages"));
    }
    JsonNode input = body.path("input");
    boolean tokenIds = input.path(0).isIntegralNumber();
    return tokenIds ? input.size() : Json.countWords(input);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    JsonNode input = body.path("input");
    int vectors = input.path(0).isTextual() ? input.size() : 1;
    int dimensions = Json.intOr(body.path("dimensions"), DIMENSIONS);
    return (out, words, finishReason, promptTokens, outputTokens) -> {
      ObjectNode response = Json.object().put("object", "list");
      ArrayNode data = response.putArray("data");
      for (int index = 0; index < vectors; index++) {
        ObjectNode item = data.addObject().put("object", "embedding").put("index", index);
        ArrayNode vector = item.putArray("embedding");
        for (int i = 0; i < dimensions; i++) {
          vector.add(((id >>> (i & 31)) & 0xff) / 256.0 - 0.5);
        }
      }
      response.put("model", request.model());
      response
          .putObject("usage")
          .put("prompt_tokens", promptTokens)
          .put("total_tokens", promptTokens);
      Json.utf8(out, response.toString());
    };
  }
}
