package io.longhaul.cli.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.wire.MarkSource;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The body of a request to add a mark: an object with the text and, optionally, how the mark is
 * added.
 */
public record MarkRequest(String text, MarkSource addedBy) {
  /** Path of the marks in the API. */
  public static final String PATH = "/api/marks";

  private static final String TEXT = "text";
  private static final String ADDED_BY = "added_by";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Parses a body.
   *
   * @throws IllegalArgumentException if it is not such an object; the text is not checked
   */
  static MarkRequest parse(String body) {
    if (!(tree(body) instanceof ObjectNode mark)) {
      throw new IllegalArgumentException(
          "Invalid body: it is not a JSON object (such as {\"text\": \"deployed 1.4.2\"})");
    }
    mark.fieldNames()
        .forEachRemaining(
            name -> {
              if (!name.equals(TEXT) && !name.equals(ADDED_BY)) {
                throw new IllegalArgumentException(
                    "Invalid member: %s (%s or %s)".formatted(name, TEXT, ADDED_BY));
              }
            });
    if (!mark.path(TEXT).isTextual()) {
      throw new IllegalArgumentException(
          "Invalid text: %s (a string)".formatted(mark.has(TEXT) ? mark.path(TEXT) : "no value"));
    }
    return new MarkRequest(mark.path(TEXT).textValue(), source(mark.path(ADDED_BY)));
  }

  private static JsonNode tree(String body) {
    try {
      return MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      return MAPPER.missingNode();
    }
  }

  private static MarkSource source(JsonNode word) {
    if (word.isMissingNode()) {
      return MarkSource.API;
    }
    return sourceOf(word.asText())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid %s: %s (%s)"
                        .formatted(
                            ADDED_BY,
                            word,
                            String.join(
                                ", ",
                                Stream.of(MarkSource.values())
                                    .map(MarkRequest::wordOf)
                                    .toList()))));
  }

  /** Returns how a mark was added, from its word in documents; empty if there is no such word. */
  public static Optional<MarkSource> sourceOf(String word) {
    return Stream.of(MarkSource.values()).filter(each -> wordOf(each).equals(word)).findFirst();
  }

  /** Returns how a mark was added, as in documents. */
  static String wordOf(MarkSource source) {
    return source.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the request as a body. */
  public String toJson() {
    try {
      return MAPPER.writeValueAsString(
          MAPPER.createObjectNode().put(TEXT, text).put(ADDED_BY, wordOf(addedBy)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Invalid text: " + text, e);
    }
  }
}
