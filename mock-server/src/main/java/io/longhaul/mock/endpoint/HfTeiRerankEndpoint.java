package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;

/** {@code /rerank} of Hugging Face's Text Embeddings Inference; the response is a plain list. */
final class HfTeiRerankEndpoint implements MockEndpoint {
  private static final JsonSchema SCHEMA =
      JsonSchema.of(
          """
          {"type": "object", "required": ["query", "texts"], "properties": {
            "query": {"type": "string", "minLength": 1},
            "texts": {"type": "array", "minItems": 1, "items": {
              "type": "string", "minLength": 1}},
            "raw_scores": {"type": "boolean"},
            "return_text": {"type": "boolean"},
            "truncate": {"type": ["boolean", "null"]},
            "stream": {"enum": [false]}}}
          """);

  @Override
  public List<String> paths() {
    return List.of("/rerank");
  }

  @Override
  public JsonSchema schema() {
    return SCHEMA;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    int words = Json.countWords(body.path("query"));
    words += Json.countWords(body.path("texts"));
    return ParsedRequest.forWholeResponse("", words);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    int passages = body.path("texts").size();
    return (out, words, finishReason, promptTokens, outputTokens) -> {
      ArrayNode ranks = Json.array();
      for (int i = 0; i < passages; i++) {
        ranks.addObject().put("index", passages - 1 - i).put("score", 1.0 / (i + 1));
      }
      Json.utf8(out, ranks.toString());
    };
  }
}
