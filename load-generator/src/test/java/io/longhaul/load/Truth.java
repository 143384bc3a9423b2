package io.longhaul.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.schema.RequestId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The truth log of the mock server. */
record Truth(List<JsonNode> lines) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Truth read(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(JSON.readTree(line));
    }
    return new Truth(lines);
  }

  List<String> ids() {
    return lines.stream().map(line -> line.get("request_id").asText()).toList();
  }

  long outputTokensOf(RequestId id) {
    return lineOf(id).get("output_tokens").asLong();
  }

  private JsonNode lineOf(RequestId id) {
    return lines.stream()
        .filter(line -> line.get("request_id").asText().equals(id.toString()))
        .findFirst()
        .orElseThrow();
  }
}
