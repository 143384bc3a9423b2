package io.longhaul.mock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Reads truth logs. */
final class TruthLines {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private TruthLines() {}

  /** Returns all lines as soon as there are this many. */
  static List<JsonNode> await(Path file, int count) throws IOException, InterruptedException {
    Instant deadline = Instant.now().plus(DEADLINE);
    List<JsonNode> lines = read(file);
    while (lines.size() < count) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError(
            "Only " + lines.size() + " of " + count + " lines in the truth log");
      }
      Thread.onSpinWait();
      lines = read(file);
    }
    return lines;
  }

  static List<JsonNode> read(Path file) throws IOException {
    String text = Files.readString(file);
    List<JsonNode> lines = new ArrayList<>();
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  static List<Long> writeTimes(JsonNode line) {
    return StreamSupport.stream(line.get("write_ns").spliterator(), false)
        .map(JsonNode::asLong)
        .toList();
  }
}
