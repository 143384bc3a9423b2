package io.longhaul.cli.calibrate;

import io.longhaul.report.json.JsonDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Writes a calibration as {@code calibration.json}. */
public final class CalibrationJson {
  /** Name of the file. */
  public static final String FILE = "calibration.json";

  private static final double NANOS_PER_MILLI = 1e6;

  private CalibrationJson() {}

  /** Writes the file, replacing an earlier one atomically. */
  public static void write(
      Path folder,
      Calibration calibration,
      StepSettings settings,
      Machine machine,
      String toolVersion,
      Instant measured)
      throws IOException {
    JsonDocument.write(
        folder.resolve(FILE),
        json -> {
          json.text("tool_version", toolVersion);
          json.text("measured_at", measured.toString());
          json.object(
              "machine",
              () -> {
                json.text("operating_system", machine.operatingSystem());
                json.text("processor", machine.processor());
                json.integer("processors", machine.processors());
                json.integer("memory_bytes", machine.memoryBytes());
                json.text("java", machine.java());
              });
          json.object(
              "responses",
              () -> {
                json.text("time_to_first_token", settings.timeToFirstToken());
                json.text("inter_token_latency", settings.interTokenLatency());
                json.text("output_tokens", settings.outputTokens());
              });
          json.number("bound_ms", calibration.boundNanos() / NANOS_PER_MILLI);
          json.number("step_seconds", settings.seconds());
          if (calibration.limit().isPresent()) {
            StepResult limit = calibration.limit().get();
            json.object("limit", () -> load(json, limit));
          }
          if (calibration.beyond().isPresent()) {
            json.integer("exceeded_requests_per_second", calibration.beyond().getAsInt());
          }
          json.objects(
              "steps",
              calibration.steps(),
              step -> {
                load(json, step);
                figures(json, step);
                json.truth("within_bound", step.isWithin(calibration.boundNanos()));
              });
        });
  }

  private static void load(JsonDocument json, StepResult step) throws IOException {
    json.integer("requests_per_second", step.requestsPerSecond());
    json.number("open_streams", step.openStreams());
    json.number("chunks_per_second", step.chunksPerSecond());
  }

  private static void figures(JsonDocument json, StepResult step) throws IOException {
    json.integer("requests", step.requests());
    json.integer("incomplete_requests", step.incompleteRequests());
    json.number("ttft_error_p50_ms", step.ttftErrorP50Nanos() / NANOS_PER_MILLI);
    json.number("ttft_error_p99_ms", step.ttftErrorP99Nanos() / NANOS_PER_MILLI);
    json.number("itl_error_p99_ms", step.itlErrorP99Nanos() / NANOS_PER_MILLI);
    json.number("send_lag_p99_ms", step.sendLagP99Nanos() / NANOS_PER_MILLI);
    json.integer("slices", step.slices());
    json.integer("untrusted_slices", step.untrustedSlices());
  }
}
