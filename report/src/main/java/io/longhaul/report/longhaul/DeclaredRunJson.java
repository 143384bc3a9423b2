package io.longhaul.report.longhaul;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** {@code run.json}: what was known about a run when it started. */
public final class DeclaredRunJson {
  private DeclaredRunJson() {}

  /** Writes the file atomically. */
  public static void write(DeclaredRun run, ExportLayout layout) throws IOException {
    JsonNode configuration = ReadJson.of(run.configurationJson());
    JsonDocument.write(
        layout.runJson(),
        json -> {
          json.text("schema_version", "1");
          json.text("run_id", run.runId());
          json.text("tool_version", run.toolVersion());
          json.integer("planned_requests", run.plannedRequests());
          json.text("token_source", run.tokenSource());
          json.text("endpoint_type", run.endpointType());
          json.truth("streaming", run.streaming());
          json.truth("fixed_schedule", run.fixedSchedule());
          json.tree("configuration", configuration);
        });
  }

  /**
   * Reads the file of a run; empty if the folder has no such file, as when only the lake exists.
   *
   * @throws IOException if the file exists but is invalid
   */
  public static Optional<DeclaredRun> read(ExportLayout layout, String runId) throws IOException {
    Path file = layout.runJson();
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    JsonNode run = tree(file);
    if (!run.path("run_id").asText().equals(runId)) {
      return Optional.empty();
    }
    return Optional.of(
        new DeclaredRun(
            runId,
            run.path("tool_version").asText(),
            run.path("configuration").toString(),
            run.path("planned_requests").asLong(-1),
            run.path("token_source").asText(),
            run.path("endpoint_type").asText(),
            run.path("streaming").asBoolean(),
            run.path("fixed_schedule").asBoolean()));
  }

  private static JsonNode tree(Path file) throws IOException {
    try {
      return ReadJson.from(file);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "Cannot read " + file + ": it is not JSON (move it away to report without it)", e);
    }
  }
}
