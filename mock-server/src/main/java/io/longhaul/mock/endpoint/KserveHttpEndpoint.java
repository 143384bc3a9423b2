package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Inference of KServe's version 2 protocol over HTTP, with tensors as JSON, as in Triton. */
final class KserveHttpEndpoint extends MockEndpoint {
  /** Schema of the tensors. */
  static final String INPUTS =
      """
      {"type": "array", "minItems": 1, "items": {
        "type": "object", "required": ["name", "shape", "datatype", "data"],
        "additionalProperties": false, "properties": {
          "name": {"type": "string", "minLength": 1},
          "shape": {"type": "array", "minItems": 1, "items": {"type": "integer", "minimum": 1}},
          "datatype": {"enum": ["BOOL", "INT32", "INT64", "FP32", "BYTES"]},
          "parameters": {"type": "object"},
          "data": {"type": "array", "minItems": 1}}}}
      """;

  KserveHttpEndpoint() {
    super(
        """
          {"type": "object", "required": ["inputs"], "additionalProperties": false, "properties": {
            "id": {"type": "string"},
            "parameters": {"type": "object"},
            "inputs": %s,
            "outputs": {"type": "array", "items": {
              "type": "object", "required": ["name"], "properties": {
                "name": {"type": "string", "minLength": 1}}}}}}
          """
            .formatted(INPUTS),
        "/v2/models/" + MockEndpoints.ANY_MODEL + "/infer");
  }

  @Override
  public ParsedRequest parse(JsonNode body, String path) throws BadRequest {
    return InferModel.parse(path.split("/", -1)[3], body.path("inputs"), false);
  }

  @Override
  public ResponseFormat responseFormat(
      JsonNode body, ParsedRequest request, long id, long createdSeconds) {
    return (out, content) -> {
      ObjectNode response =
          Json.object().put("model_name", request.model()).put("model_version", "1");
      ObjectNode output = response.putArray("outputs").addObject().put("name", "text_output");
      output.put("datatype", "BYTES").putArray("shape").add(1);
      output.putArray("data").add(content.text());
      Json.utf8(out, response.toString());
    };
  }
}
