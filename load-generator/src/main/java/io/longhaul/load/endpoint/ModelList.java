package io.longhaul.load.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A server's answer to {@code GET /v1/models}, as OpenAI's API has it. */
public final class ModelList {
  /** Where it is, below the server's base URL. */
  public static final String PATH = "/v1/models";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ModelList() {}

  /** Whether a model is in it; what is no such list has none. */
  public static boolean contains(String answer, String model) {
    try {
      for (JsonNode listed : JSON.readTree(answer).path("data")) {
        if (listed.path("id").asText().equals(model)) {
          return true;
        }
      }
    } catch (JsonProcessingException e) {
      // No list: nothing is in it.
    }
    return false;
  }
}
