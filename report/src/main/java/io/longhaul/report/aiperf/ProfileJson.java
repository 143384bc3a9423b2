package io.longhaul.report.aiperf;

import io.longhaul.metrics.Outcome;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.ErrorReport;
import io.longhaul.report.figures.GpuTelemetry;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.json.Configuration;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.schema.StopReason;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code profile_export_aiperf.json} in the format of AIPerf 0.13: AIPerf's keys in AIPerf's order,
 * only AIPerf's metrics, integers as numbers. {@code aiperf_version} is the version of the format;
 * {@code longhaul.json} contains Longhaul's version. Times are UTC, without a zone as in AIPerf.
 */
public record ProfileJson(JsonDocument json, RunReport report) {
  public static final String COMPATIBLE_VERSION = "0.13.0";
  private static final String COMPATIBLE_SCHEMA = "1.4";

  /** AIPerf continues to scrape GPUs for this time after the phase. */
  private static final long TELEMETRY_TAIL_NANOS = 666_000_000;

  private static final String BENCHMARK_ID = "benchmark_id";
  public static final String INPUT_CONFIG = "input_config";
  private static final String START_TIME = "start_time";
  private static final String END_TIME = "end_time";

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS", Locale.ROOT);

  /** Writes the members of the document. */
  public void write() throws IOException {
    List<AiperfResult> results = report.aiperfResults();
    Configuration configuration = Configuration.of(report.run());
    json.text("schema_version", COMPATIBLE_SCHEMA);
    json.text("aiperf_version", COMPATIBLE_VERSION);
    json.text(BENCHMARK_ID, report.run().getRunId());
    AiperfResultJson.writeFirst(json, results);
    writeTelemetry();
    json.tree(INPUT_CONFIG, configuration.inputConfig());
    writeRunInfo(configuration);
    json.truth("was_cancelled", StopReason.INTERRUPTED.matches(report.run().getStopReason()));
    json.truth("is_complete", report.isComplete());
    json.textIfAny("incomplete_reason", String.join("; ", report.incompleteBecause()));
    writeErrors();
    json.text(START_TIME, timeOf(report.startEpochNanos()));
    json.text(END_TIME, timeOf(report.endEpochNanos()));
    writeWarmup();
    AiperfResultJson.writeOthers(json, results);
  }

  private void writeRunInfo(Configuration configuration) throws IOException {
    json.object(
        "run_info",
        () -> {
          json.text(BENCHMARK_ID, report.run().getRunId());
          json.tree("random_seed", configuration.randomSeed());
          json.plainInteger("trial", 0);
          json.textIfAny("cli_command", configuration.cliCommand());
        });
  }

  private void writeWarmup() throws IOException {
    if (!report.warmup().isEmpty()) {
      json.object(
          "warmup_metrics", () -> AiperfResultJson.write(json, AiperfResult.of(report.warmup())));
    }
  }

  private void writeErrors() throws IOException {
    List<ErrorReport> errors =
        report.errors().stream().filter(error -> isError(outcomeOf(error))).toList();
    json.objects(
        "error_summary",
        errors,
        error -> {
          String type = RecordJson.errorType(outcomeOf(error), error.count().getReason());
          json.object(
              "error_details",
              () -> {
                if (error.count().getStatus() != null && !type.equals(RecordJson.INVALID_RESULT)) {
                  json.plainInteger("code", error.count().getStatus());
                }
                json.text("type", type);
                json.text("message", error.message());
              });
          json.plainInteger("count", error.count().getCount());
        });
  }

  /** Among the errors, {@code ok} is a response that cannot be measured. */
  private static boolean isError(Outcome outcome) {
    return outcome == Outcome.OK || outcome.isError();
  }

  private static Outcome outcomeOf(ErrorReport error) {
    return Outcome.ofRow(error.count().getOutcome());
  }

  private void writeTelemetry() throws IOException {
    if (report.gpuTelemetry().isEmpty()) {
      return;
    }
    Map<String, Map<String, GpuTelemetry>> endpoints = new TreeMap<>();
    for (GpuTelemetry gpu : report.gpuTelemetry()) {
      Map<String, GpuTelemetry> gpus =
          endpoints.computeIfAbsent(gpu.id().exporterUrl(), any -> new LinkedHashMap<>());
      String key = "gpu_" + gpu.id().index();
      // MIG instances of a GPU, and GPUs of several hosts behind one exporter, share an index.
      gpus.put(gpus.containsKey(key) ? key + gpu.id().suffix() : key, gpu);
    }
    json.object(
        "telemetry_data",
        () -> {
          json.object(
              "summary",
              () -> {
                json.texts("endpoints_configured", endpoints.keySet());
                json.texts("endpoints_successful", endpoints.keySet());
                json.text(START_TIME, timeOf(report.startEpochNanos()));
                json.text(END_TIME, timeOf(report.endEpochNanos() + TELEMETRY_TAIL_NANOS));
              });
          json.object(
              "endpoints",
              endpoints,
              (url, gpus) ->
                  json.object(
                      ExporterName.of(url), () -> json.object("gpus", gpus, this::writeGpu)));
        });
  }

  private void writeGpu(String key, GpuTelemetry gpu) throws IOException {
    json.object(
        key,
        () -> {
          json.plainInteger("gpu_index", gpu.id().index());
          json.text("gpu_name", gpu.model());
          json.text("gpu_uuid", gpu.id().uuid());
          json.text("platform", "nvidia");
          json.textIfAny("hostname", gpu.hostname());
          json.object("metrics", () -> AiperfResultJson.write(json, gpu.results()));
        });
  }

  static String timeOf(long epochNanos) {
    return MICROSECONDS.format(
        LocalDateTime.ofInstant(Instant.ofEpochSecond(0, epochNanos), ZoneOffset.UTC));
  }
}
