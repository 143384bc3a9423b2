package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Images that were made: they stand in {@code data}; in a stream, each event is one. */
final class ImagesPayload extends TreePayload {
  /** An image as an answer holds it. */
  static final String SAMPLE = "iVBORw0KGgo=";

  /** A whole answer with one image. */
  static String sampleResponse() {
    ObjectNode answer = RequestBody.empty().put("created", 1);
    answer.putArray("data").addObject().put("b64_json", SAMPLE);
    return answer.toString();
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
