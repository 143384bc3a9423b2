package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Cohere's {@code /v2/rerank}, as in vLLM. */
final class CohereRerankEndpoint implements MockEndpoint {
  private static final JsonSchema SCHEMA =
      JsonSchema.of(
          """
          {"type": "object", "required": ["model", "query", "documents"], "properties": {
            "model": {"type": "string", "minLength": 1},
            "query": {"type": "string", "minLength": 1},
            "documents": {"type": "array", "minItems": 1, "items": {
              "type": "string", "minLength": 1}},
            "top_n": {"type": "integer", "minimum": 1},
            "stream": {"enum": [false]}}}
          """);

  @Override
  public List<String> paths() {
    return List.of("/v2/rerank");
  }

  @Override
  public JsonSchema schema() {
    return SCHEMA;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    int words = Json.countWords(body.path("query"));
    words += Json.countWords(body.path("documents"));
    return ParsedRequest.forWholeResponse(body.path("model").asText(), words);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    int passages = body.path("documents").size();
    return (out, words, finishReason, promptTokens, outputTokens) -> {
      ObjectNode response = Json.object().put("id", Long.toHexString(id));
      ArrayNode results = response.putArray("results");
      for (int i = 0; i < passages; i++) {
        results.addObject().put("index", passages - 1 - i).put("relevance_score", 1.0 / (i + 1));
      }
      response.putObject("meta").putObject("api_version").put("version", "2");
      Json.utf8(out, response.toString());
    };
  }
}
