package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.LateRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Reconciles the requests that a server received with a run's rows: every request is in {@code
 * requests}, or in {@code late} because its lane had been declared lost, or is counted as lost.
 *
 * @param received IDs in the server's truth log
 * @param requests IDs of rows, except requests that were never sent
 * @param late IDs that are only in {@code late}
 * @param declaredLost number of requests that are only counted
 */
public record RequestReconciliation(
    Set<String> received, Set<String> requests, Set<String> late, long declaredLost) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads the rows of a run.
   *
   * @param truthLog complete truth log of a server
   */
  public static RequestReconciliation of(Lake lake, String run, Path truthLog) throws IOException {
    Set<String> received = new HashSet<>();
    for (String line : Files.readAllLines(truthLog, UTF_8)) {
      received.add(JSON.readTree(line).path("request_id").asText());
    }
    Set<String> requests = new HashSet<>();
    for (RequestRow row : lake.rows(Dataset.REQUESTS, run)) {
      if (row.getSentEpochNs() != null || received.contains(row.getRequestId())) {
        assertThat(requests.add(row.getRequestId())).as("%s is there once", row).isTrue();
      }
    }
    Set<String> late = new HashSet<>();
    for (LateRow row : lake.rows(Dataset.LATE, run)) {
      if (!row.getRequestId().isEmpty()) {
        late.add(row.getRequestId());
      }
    }
    late.removeAll(requests);
    long declaredLost =
        lake.rows(Dataset.RUNS, run).stream().mapToLong(RunRow::getUnseenRequests).sum();
    return new RequestReconciliation(received, requests, late, declaredLost);
  }

  /**
   * Fails unless the two sides are equal. If the process of a lost lane was still alive, it may
   * report further requests: these are late. A generator that is killed between counting a request
   * and writing it has counted one more.
   */
  public void assertBalanced() {
    assertThat(received).as("what was sent was received").containsAll(requests).containsAll(late);
    long reported = (long) requests.size() + late.size();
    long unreported = Math.max(0, declaredLost - late.size());
    assertThat(unreported)
        .as("declared lost, when %d of %d requests are reported", reported, received.size())
        .isBetween(
            received.size() - reported, received.size() - reported + Math.min(1, unreported));
  }
}
