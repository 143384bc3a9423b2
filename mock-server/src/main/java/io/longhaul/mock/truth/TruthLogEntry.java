package io.longhaul.mock.truth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * An entry of the mock server's truth log.
 *
 * @param receivedNanos time of the request's first byte, on the machine's monotonic clock
 * @param timeToFirstTokenNanos time from the request's first byte to the first token
 * @param interTokenNanos mean gap between tokens
 */
public record TruthLogEntry(
    long receivedNanos, long timeToFirstTokenNanos, double interTokenNanos) {

  /** Returns the entries of requests with tokens, by ID. */
  public static Map<String, TruthLogEntry> read(Path log) throws IOException {
    Map<String, TruthLogEntry> byId = new HashMap<>();
    forEach(log, (request, entry) -> byId.put(request.get("request_id").asText(), entry));
    return byId;
  }

  /** Returns the entries of requests with tokens, in order; requests may have no ID. */
  public static List<TruthLogEntry> readAll(Path log) throws IOException {
    List<TruthLogEntry> entries = new ArrayList<>();
    forEach(log, (request, entry) -> entries.add(entry));
    return entries;
  }

  private static void forEach(Path log, BiConsumer<JsonNode, TruthLogEntry> reader)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode request = json.readTree(line);
        JsonNode writes = request.get("write_ns");
        if (!writes.isEmpty()) {
          reader.accept(request, of(request, writes));
        }
      }
    }
  }

  private static TruthLogEntry of(JsonNode request, JsonNode writes) {
    long first = writes.get(0).asLong();
    long last = writes.get(writes.size() - 1).asLong();
    long received = request.get("received_ns").asLong();
    return new TruthLogEntry(
        received, first - received, (double) (last - first) / Math.max(1, writes.size() - 1));
  }
}
