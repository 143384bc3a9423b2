package io.longhaul.load.endpoint.response;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A server's response to {@code GET /v1/models} in OpenAI's format. */
public final class ModelList {
  /** Path below the server's base URL. */
  public static final String PATH = "/v1/models";

  private static final int MAX_SHOWN = 5;
  private static final ObjectMapper JSON = new ObjectMapper();

  private ModelList() {}

  /** Returns the model names in a response; empty if it is not a list of models. */
  public static Optional<List<String>> namesIn(String response) {
    try {
      JsonNode data = JSON.readTree(response).path("data");
      if (!data.isArray()) {
        return Optional.empty();
      }
      List<String> names = new ArrayList<>();
      data.forEach(model -> names.add(model.path("id").asText()));
      return Optional.of(names);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Describes a list: its first names and the number of others. */
  public static String inWords(List<String> names) {
    if (names.isEmpty()) {
      return "the server lists no models";
    }
    int more = names.size() - MAX_SHOWN;
    return "the server lists "
        + String.join(", ", names.subList(0, Math.min(names.size(), MAX_SHOWN)))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
