package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Generated images: members of {@code data}, or one per event of a stream. */
final class ImagesPayload extends TreePayload {
  /** A sample image in base64. */
  static final String SAMPLE = "iVBORw0KGgo=";

  /** Returns a complete sample response with one image. */
  static String sampleResponse() {
    ObjectNode response = RequestBody.empty().put("created", 1);
    response.putArray("data").addObject().put("b64_json", SAMPLE);
    return response.toString();
  }

  @Override
  void extract(JsonNode root) {
    for (JsonNode item : root.path("data")) {
      if (item.path("b64_json").isTextual() || item.path("url").isTextual()) {
        foundData();
      }
    }
    if (root.path("b64_json").isTextual()) {
      foundData();
    }
    if (root.path("type").asText("").endsWith(".completed")) {
      foundFinish("completed");
    }
  }

  @Override
  public String requiredMember() {
    return "image";
  }
}
