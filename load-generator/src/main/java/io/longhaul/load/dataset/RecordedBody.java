package io.longhaul.load.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/** The body of a recorded request: a JSON object that says something. */
public final class RecordedBody {
  /** In its line it stands one deeper. */
  private static final ObjectMapper MAPPER = JsonLine.mapper(JsonLine.MAX_DEPTH - 1);

  private final ObjectNode members;

  private RecordedBody(ObjectNode members) {
    this.members = members;
  }

  /** This body; empty if it is anything else than an object with members. */
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

  /** The model it asks for, if it names one. */
  public Optional<String> model() {
    return Optional.ofNullable(members.path("model").textValue());
  }

  /** Whether it asks for a streamed answer. */
  public boolean streams() {
    return members.path("stream").asBoolean();
  }

  ObjectNode members() {
    return members;
  }
}
