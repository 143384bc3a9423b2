package io.longhaul.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.benchmarks.subject.RequestMeasurement;
import io.longhaul.export.RequestRow;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The artifacts of a run.
 *
 * @param folder artifact folder
 * @param startedEpochMillis start of the command
 * @param elapsedNanos duration of the command
 */
record ProfileResult(Path folder, long startedEpochMillis, long elapsedNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  double elapsedSeconds() {
    return elapsedNanos / NANOS_PER_SECOND;
  }

  /** Returns the tool's own figure, from the document that both tools write. */
  double requestsPerSecond() throws IOException {
    JsonNode document =
        new ObjectMapper().readTree(new ExportLayout(folder).profileJson().toFile());
    return document.get("request_throughput").get("avg").asDouble();
  }

  /** Returns Longhaul's requests without those of the warm-up, in no particular order. */
  List<RequestRow> requests() throws IOException {
    List<RequestRow> rows = rows(Dataset.REQUESTS);
    rows.removeIf(row -> !row.getPhase().equals("profiling"));
    return rows;
  }

  /** Returns Longhaul's measurements in plan order. */
  List<RequestMeasurement> measurements() throws IOException {
    return requests().stream()
        .sorted((one, other) -> Long.compare(one.getPlanIndex(), other.getPlanIndex()))
        .map(ProfileResult::measurement)
        .toList();
  }

  private static RequestMeasurement measurement(RequestRow row) {
    List<Long> chunks = row.getChunkAfterStartNs();
    double gaps = chunks.get(chunks.size() - 1) - chunks.get(0);
    return new RequestMeasurement(
        row.getRequestId(),
        row.getScheduledEpochNs(),
        row.getTimeToFirstTokenNs(),
        gaps / Math.max(1, chunks.size() - 1),
        row.getClientOverheadNs());
  }

  /** Returns Longhaul's slices in no particular order. */
  List<SliceRow> slices() throws IOException {
    return rows(Dataset.SLICES);
  }

  private <T extends SpecificRecordBase> List<T> rows(Dataset<T> dataset) throws IOException {
    Lake lake = new Lake(new ExportLayout(folder).lake());
    List<T> rows = new ArrayList<>();
    for (String run : lake.runs()) {
      lake.forEach(dataset, run, rows::add);
    }
    return rows;
  }
}
