package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Rankings of NVIDIA NIM: {@code /v1/ranking}. */
final class NimRankingsEndpoint implements MockEndpoint {
  private static final JsonSchema SCHEMA =
      JsonSchema.of(
          """
          {"type": "object", "required": ["model", "query", "passages"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "query": {"type": "object", "required": ["text"], "properties": {
              "text": {"type": "string", "minLength": 1}}},
            "passages": {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["text"], "properties": {
                "text": {"type": "string", "minLength": 1}}}},
            "truncate": {"enum": ["NONE", "END"]},
            "stream": {"enum": [false]}}}
          """);

  @Override
  public List<String> paths() {
    return List.of("/v1/ranking");
  }

  @Override
  public JsonSchema schema() {
    return SCHEMA;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    int words = Json.countWords(body.path("query").path("text"));
    for (JsonNode passage : body.path("passages")) {
      words += Json.countWords(passage.path("text"));
    }
    return ParsedRequest.forWholeResponse(body.path("model").asText(), words);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    int passages = body.path("passages").size();
    return (out, words, finishReason, promptTokens, outputTokens) -> {
      ObjectNode response = Json.object();
      ArrayNode rankings = response.putArray("rankings");
      for (int i = 0; i < passages; i++) {
        rankings.addObject().put("index", passages - 1 - i).put("logit", 4.5 - i);
      }
      Json.utf8(out, response.toString());
    };
  }
}
