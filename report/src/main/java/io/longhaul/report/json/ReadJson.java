package io.longhaul.report.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads JSON files of a run, which another tool may have written. */
public final class ReadJson {
  private static final int DEEPEST_NESTING = 64;
  private static final int LONGEST_TEXT = 4 << 20;

  private static final ObjectMapper MAPPER = mapper(LONGEST_TEXT);

  /** A line is in memory as a whole, and may contain a message with an image. */
  private static final ObjectMapper LINES = mapper(Integer.MAX_VALUE);

  private ReadJson() {}

  /** Returns a reader of files that another tool may have written. */
  public static ObjectMapper mapper(int longestText) {
    StreamReadConstraints limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST_NESTING)
            .maxStringLength(longestText)
            .build();
    return new ObjectMapper(JsonFactory.builder().streamReadConstraints(limits).build());
  }

  /**
   * Reads a file.
   *
   * @throws JsonProcessingException if it is not JSON, or exceeds the limits of a run's documents
   * @throws IOException if it cannot be read
   */
  public static JsonNode from(Path file) throws IOException {
    return MAPPER.readTree(Files.readAllBytes(file));
  }

  /**
   * Reads a text.
   *
   * @throws JsonProcessingException if it is not JSON, or exceeds these limits
   */
  public static JsonNode of(String text) throws JsonProcessingException {
    return MAPPER.readTree(text);
  }

  /**
   * Reads a file with a JSON value in each line; blank lines are ignored.
   *
   * @throws IOException if the file cannot be read, or if a line is not JSON
   */
  public static void eachLine(Path file, Consumer<JsonNode> reader) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          reader.accept(LINES.readTree(line));
        }
      }
    } catch (JsonProcessingException e) {
      throw new IOException("Cannot read " + file + ": a line is not JSON", e);
    }
  }
}
