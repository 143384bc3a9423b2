package io.longhaul.sinks.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** JSON of a run, read back whole; somebody else may have written it. */
public final class ReadJson {
  private static final int DEEPEST_NESTING = 64;
  private static final int LONGEST_TEXT = 4 << 20;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(DEEPEST_NESTING)
                      .maxStringLength(LONGEST_TEXT)
                      .build())
              .build());

  private ReadJson() {}

  /**
   * Reads it.
   *
   * @throws JsonProcessingException when it is no JSON, or goes beyond what a document of a run
   *     needs
   * @throws IOException when it cannot be read
   */
  public static JsonNode from(Path file) throws IOException {
    return MAPPER.readTree(Files.readAllBytes(file));
  }

  /**
   * The same of a text.
   *
   * @throws JsonProcessingException likewise
   */
  static JsonNode of(String text) throws JsonProcessingException {
    return MAPPER.readTree(text);
  }
}
