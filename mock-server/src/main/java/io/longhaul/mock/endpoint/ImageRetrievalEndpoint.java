package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** {@code /v1/infer} of NVIDIA's image models: one bounding box per image. */
final class ImageRetrievalEndpoint implements MockEndpoint {
  private static final JsonSchema SCHEMA =
      JsonSchema.of(
          """
          {"type": "object", "required": ["input"], "properties": {
            "input": {"type": "array", "minItems": 1, "items": {
              "type": "object", "required": ["type", "url"], "properties": {
                "type": {"enum": ["image_url"]},
                "url": {"type": "string", "minLength": 1}}}},
            "stream": {"enum": [false]}}}
          """);

  @Override
  public List<String> paths() {
    return List.of("/v1/infer");
  }

  @Override
  public JsonSchema schema() {
    return SCHEMA;
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) {
    return ParsedRequest.forWholeResponse("", 0);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    int images = body.path("input").size();
    return (out, words, finishReason, promptTokens, outputTokens) -> {
      ObjectNode response = Json.object();
      ArrayNode data = response.putArray("data");
      for (int index = 0; index < images; index++) {
        ObjectNode boxes = data.addObject().put("index", index).putObject("bounding_boxes");
        boxes
            .putArray("table")
            .addObject()
            .put("x_min", 0.1)
            .put("y_min", 0.1)
            .put("x_max", 0.9)
            .put("y_max", 0.9)
            .put("confidence", 0.97);
      }
      response.putObject("usage").put("images_size_mb", 0.001);
      Json.utf8(out, response.toString());
    };
  }
}
