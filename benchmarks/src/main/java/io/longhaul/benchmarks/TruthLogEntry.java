package io.longhaul.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What the mock server's truth log says of one request.
 *
 * @param receivedNanos when its first byte came, on the machine's monotonic clock
 * @param timeToFirstTokenNanos from the request's first byte to the first token's leaving
 * @param interTokenNanos mean gap between tokens
 */
record TruthLogEntry(long receivedNanos, long timeToFirstTokenNanos, double interTokenNanos) {

  /** The requests that got tokens, by their id. */
  static Map<String, TruthLogEntry> read(Path log) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<String, TruthLogEntry> byId = new HashMap<>();
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode request = json.readTree(line);
        JsonNode writes = request.get("write_ns");
        if (!writes.isEmpty()) {
          byId.put(request.get("request_id").asText(), of(request, writes));
        }
      }
    }
    return byId;
  }

  private static TruthLogEntry of(JsonNode request, JsonNode writes) {
    long first = writes.get(0).asLong();
    long last = writes.get(writes.size() - 1).asLong();
    long received = request.get("received_ns").asLong();
    return new TruthLogEntry(
        received, first - received, (double) (last - first) / Math.max(1, writes.size() - 1));
  }
}
