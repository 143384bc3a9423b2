package io.longhaul.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.LateRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a run left behind.
 *
 * @param coordinatorExit exit status of the process that has written the results; empty if it was
 *     killed afterwards
 * @param received IDs in the truth log
 * @param requests rows whose requests were sent, except those of the warm-up
 * @param lateIds IDs of requests in {@code late}
 * @param rejected places of rejected records, with the names of their lanes
 * @param summary empty if the run is unfinished
 * @param accounting of {@code longhaul.json}; empty if there is none
 * @param verifyExit exit status of {@code longhaul verify}
 * @param verifyText output of {@code longhaul verify}
 * @param replay for each dataset whose replayed rows differ, how they differ
 * @param stackTraces names of processes that printed a stack trace to their user
 */
record RunFacts(
    Optional<Integer> coordinatorExit,
    Set<String> received,
    List<SentRequest> requests,
    Set<String> lateIds,
    Map<LogPosition, String> rejected,
    Optional<RunRow> summary,
    Optional<JsonNode> accounting,
    int verifyExit,
    String verifyText,
    Map<String, String> replay,
    List<String> stackTraces) {

  /** A row of {@code requests}. */
  record SentRequest(String id, String generator) {}

  /** Reads the IDs of a complete truth log. */
  static Set<String> received(Path truthLog) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Set<String> ids = new HashSet<>();
    try (BufferedReader lines = Files.newBufferedReader(truthLog)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        ids.add(json.readTree(line).path("request_id").asText());
      }
    }
    return ids;
  }

  /** Reads the requests that were sent or that the server received. */
  static List<SentRequest> requests(Lake lake, String runId, Set<String> received)
      throws IOException {
    List<SentRequest> sent = new ArrayList<>();
    for (RequestRow row : lake.rows(Dataset.REQUESTS, runId)) {
      if (row.getSentEpochNs() != null || received.contains(row.getRequestId())) {
        sent.add(new SentRequest(row.getRequestId(), row.getProcessId()));
      }
    }
    return sent;
  }

  static Set<String> lateIds(Lake lake, String runId) throws IOException {
    Set<String> ids = new HashSet<>();
    for (LateRow row : lake.rows(Dataset.LATE, runId)) {
      if (!row.getRequestId().isEmpty()) {
        ids.add(row.getRequestId());
      }
    }
    return ids;
  }

  /** Reads the rejected records, those without a run included: a damaged key names none. */
  static Map<LogPosition, String> rejected(Lake lake, String topic) throws IOException {
    Map<LogPosition, String> lanes = new HashMap<>();
    for (Path file : lake.files(Dataset.REJECTED)) {
      try (ParquetRows<RejectedRow> rows = new ParquetRows<>(Dataset.REJECTED, file, Set.of())) {
        for (Optional<RejectedRow> row = rows.next(); row.isPresent(); row = rows.next()) {
          if (row.get().getTopic().equals(topic)) {
            lanes.put(
                new LogPosition(row.get().getPartition(), row.get().getOffset()),
                row.get().getLaneId());
          }
        }
      }
    }
    return lanes;
  }

  static Optional<RunRow> summary(Lake lake, String runId) throws IOException {
    return lake.rows(Dataset.RUNS, runId).stream().findFirst();
  }

  static Optional<JsonNode> accounting(Path artifacts) throws IOException {
    Path file = new ExportLayout(artifacts).longhaulJson();
    return Files.exists(file)
        ? Optional.of(new ObjectMapper().readTree(file.toFile()).path("accounting"))
        : Optional.empty();
  }
}
