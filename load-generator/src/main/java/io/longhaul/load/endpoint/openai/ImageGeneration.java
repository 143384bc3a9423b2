package io.longhaul.load.endpoint.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.InferenceRequest;
import io.longhaul.load.endpoint.request.RequestBody;
import io.longhaul.load.endpoint.response.JsonResponseReader;
import io.longhaul.load.endpoint.response.ResponsePayload;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.TreePayload;
import java.util.List;

/**
 * OpenAI's {@code /v1/images/generations}. A stream contains partial images and then the final one.
 */
public record ImageGeneration(DialectOptions options) implements EndpointDialect {
  /** A sample image in base64. */
  private static final String SAMPLE_IMAGE = "iVBORw0KGgo=";

  @Override
  public byte[] requestBody(InferenceRequest request) {
    List<String> texts = request.singleMessage("image_generation").texts();
    ObjectNode body = RequestBody.empty();
    body.put("prompt", String.join(" ", texts));
    body.put("model", request.model());
    body.put("response_format", "b64_json");
    body.put("n", 1);
    if (request.streaming()) {
      body.put("stream", true);
    }
    return RequestBody.finish(body, options, request);
  }

  @Override
  public ResponseReader newReader(boolean streaming) {
    return new JsonResponseReader(streaming, newPayload());
  }

  @Override
  public List<String> sampleResponse(boolean streaming, List<String> words) {
    if (!streaming) {
      return List.of(sampleResponse());
    }
    ObjectNode part = RequestBody.empty().put("type", "image_generation.partial_image");
    ObjectNode whole = RequestBody.empty().put("type", "image_generation.completed");
    return List.of(
        part.put("partial_image_index", 0).put("b64_json", SAMPLE_IMAGE).toString(),
        whole.put("b64_json", SAMPLE_IMAGE).toString());
  }

  /** Returns a complete sample response with one image. */
  static String sampleResponse() {
    ObjectNode response = RequestBody.empty().put("created", 1);
    response.putArray("data").addObject().put("b64_json", SAMPLE_IMAGE);
    return response.toString();
  }

  /** Returns a payload of generated images: members of {@code data}, or one per event. */
  static ResponsePayload newPayload() {
    return new TreePayload("image", ImageGeneration::extract);
  }

  private static void extract(JsonNode root, TreePayload payload) {
    for (JsonNode item : root.path("data")) {
      if (item.path("b64_json").isTextual() || item.path("url").isTextual()) {
        payload.foundData();
      }
    }
    if (root.path("b64_json").isTextual()) {
      payload.foundData();
    }
    if (root.path("type").asText("").endsWith(".completed")) {
      payload.foundFinish("completed");
    }
  }
}
