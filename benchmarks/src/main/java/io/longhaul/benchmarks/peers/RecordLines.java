package io.longhaul.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads files with a JSON document in each line. */
final class RecordLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordLines() {}

  static void forEach(Path file, Consumer<JsonNode> reader) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        reader.accept(JSON.readTree(line));
      }
    }
  }
}
