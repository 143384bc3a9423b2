package io.longhaul.sinks.json;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.genaiperf.GenAiPerfRun;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;

/**
 * Writes the documents of a run. Each replaces an earlier one in one step; the same report gives
 * the same bytes.
 */
public final class RunDocuments {
  private RunDocuments() {}

  /**
   * Writes them all; AIPerf's time slices and samples of GPUs only when there are any, requests
   * only when the level asks for them, GenAI-Perf's files only when the layout wants them.
   *
   * @param lake that the report was read from; what is too long for a report is read from it again
   * @throws IOException when one cannot be written; those before it are there
   */
  public static void write(RunReport report, Lake lake, ExportLayout layout, ExportLevel level)
      throws IOException {
    Files.createDirectories(layout.folder());
    if (!report.gpuTelemetry().isEmpty()) {
      GpuTelemetryJsonl.write(layout.gpuTelemetryJsonl(), lake, report.run().getRunId());
    }
    ServerMetricsDocuments.write(report, lake, layout);
    if (!layout.also().isEmpty()) {
      GenAiPerfDocuments.write(new GenAiPerfRun(report, lake), layout);
    }
    JsonDocument.write(layout.slicesJson(), json -> SlicesJson.write(json, report));
    if (!report.aiperfSlices().isEmpty()) {
      JsonDocument.write(layout.timeslicesJson(), json -> TimeslicesJson.write(json, report));
      TimeslicesCsv.of(report.aiperfSlices()).replace(layout.timeslicesCsv());
    }
    ProfileCsv.of(report).replace(layout.profileCsv());
    JsonDocument.write(layout.profileJson(), json -> ProfileJson.write(json, report));
    JsonDocument.write(layout.longhaulJson(), json -> LonghaulJson.write(json, report));
    if (level == ExportLevel.RECORDS) { // the longest comes last: a disk may have no room for it
      RecordsJsonl.write(report, lake, layout, RecordsJsonl.MOST_IN_ONE_FILE);
    }
  }
}
