package io.longhaul.load.dataset.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.dataset.text.JsonLine;
import java.io.IOException;
import java.util.Optional;

/** The body of a recorded request: a JSON object that is not empty. */
public record RecordedBody(ObjectNode members) {
  /** Within its line the body is nested one level deeper. */
  private static final ObjectMapper MAPPER = JsonLine.mapper(JsonLine.MAX_DEPTH - 1);

  /** Parses a body; empty if it is not a JSON object with members. */
  public static Optional<RecordedBody> of(byte[] json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      return node instanceof ObjectNode object && !object.isEmpty()
          ? Optional.of(new RecordedBody(object))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("An array cannot be read", e);
    }
  }

  /** Returns the requested model, if the body names one. */
  public Optional<String> model() {
    return Optional.ofNullable(members.path("model").textValue());
  }

  /** Returns whether the body requests a streamed response. */
  public boolean streams() {
    return members.path("stream").asBoolean();
  }
}
