package io.longhaul.report.aiperf;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.report.figures.GpuField;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code gpu_telemetry_export.jsonl} in the format of AIPerf 0.13: one line per GPU and scrape,
 * including scrapes before and after the load. Reads the lake row by row, so that memory does not
 * grow with the run.
 */
public final class GpuTelemetryJsonl {
  private GpuTelemetryJsonl() {}

  /**
   * Writes the lines.
   *
   * @param fields the fields of lines, in order
   */
  public static void write(Path file, Lake lake, String runId, List<GpuField> fields)
      throws IOException {
    JsonDocument.writeLines(
        file,
        lines ->
            lake.forEachInTime(
                Dataset.GPU_SAMPLES,
                runId,
                sample -> lines.line(json -> write(json, sample, fields))));
  }

  private static void write(JsonDocument json, GpuSampleRow sample, List<GpuField> fields)
      throws IOException {
    json.plainInteger("gpu_index", sample.getGpuIndex());
    json.text("gpu_uuid", sample.getGpuUuid());
    json.text("gpu_model_name", sample.getGpuModel());
    json.textIfAny("pci_bus_id", sample.getPciBusId());
    json.textIfAny("device", sample.getDevice());
    json.textIfAny("hostname", sample.getHostname());
    json.text("platform", "nvidia");
    json.plainInteger("timestamp_ns", sample.getAtEpochNs());
    json.text("telemetry_source_url", sample.getExporterUrl());
    json.object(
        "telemetry_data",
        () -> {
          for (GpuField field : fields) {
            if (field.isIn(sample)) {
              json.number(field.key(), field.displayed(sample));
            }
          }
        });
  }
}
