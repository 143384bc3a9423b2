package io.longhaul.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.NetworkRoundTrip;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.figures.GpuField;
import io.longhaul.report.figures.HandshakeStatistics;
import io.longhaul.report.figures.ReportOptions;
import io.longhaul.report.json.Configuration;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the {@link ReportOptions} of a run from its configuration. */
public final class RunReportOptions {
  private RunReportOptions() {}

  /**
   * Returns the options of a run.
   *
   * @param declared what was known when the run started; used if it has no summary
   * @throws IOException if the lake cannot be read
   */
  public static ReportOptions of(Lake lake, String runId, Optional<DeclaredRun> declared)
      throws IOException {
    String configuration =
        lake.rows(Dataset.RUNS, runId).stream()
            .findFirst()
            .map(RunRow::getConfigurationJson)
            .or(() -> declared.map(DeclaredRun::configurationJson))
            .orElse("{}");
    Configuration parsed = Configuration.of(configuration);
    NetworkRoundTrip roundTrip =
        parsed.measuresNetwork()
            ? HandshakeStatistics.of(lake, runId).mean()
            : parsed.networkRoundTrip();
    return new ReportOptions(gpuFieldsIn(parsed), roundTrip);
  }

  static List<GpuField> gpuFieldsIn(Configuration configuration) {
    List<GpuField> fields = new ArrayList<>();
    for (JsonNode metric : configuration.gpuMetrics()) {
      fields.add(
          GpuField.requested(
              metric.path("dcgm_name").asText(),
              metric.path("key").asText(),
              metric.path("header").asText(),
              metric.path("unit").asText(),
              metric.path("kind").asText().equals("counter")));
    }
    return List.copyOf(fields);
  }
}
