package io.longhaul.cli.api;

import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.FinishedSlices;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/** A run for tests of the API. */
final class ApiTestRun {
  private static final String CONFIGURATION =
      """
      {"input_config": {
        "models": {"items": [{"name": "b"}, {"name": "a \\"x\\""}]},
        "endpoint": {"urls": ["http://server:8000"], "type": "chat", "streaming": true,
          "headers": {"X-Team": "canary-4f1"}},
        "phases": [
          {"name": "warmup", "requests": 4, "concurrency": 2},
          {"name": "profiling", "requests": 100, "duration": 60.0, "concurrency": 8}]},
       "cli_command": "longhaul profile",
       "plan": {"measurement": {"slice_ns": 1000000000}}}
      """;

  private static final String OBJECTIVES = "\"slos\": \"request_latency:500\", \"slice_ns\"";

  private ApiTestRun() {}

  static ApiRunInfo in(Path folder) {
    return in(folder, "run-1");
  }

  static ApiRunInfo in(Path folder, String runId) {
    return ApiRunInfo.of(runId, "0.1.0", CONFIGURATION, new ExportLayout(folder));
  }

  /** Returns a run with an SLO. */
  static ApiRunInfo withObjectives(Path folder) {
    String configuration = CONFIGURATION.replace("\"slice_ns\"", OBJECTIVES);
    return ApiRunInfo.of("run-1", "0.1.0", configuration, new ExportLayout(folder));
  }

  /** Returns the state of a run that has not started. */
  static RunState state() {
    return state(() -> FinishedSlices.RUN_START_EPOCH_NS);
  }

  /** Returns the state of a run that has not started. */
  static RunState state(LongSupplier nowEpochNanos) {
    return new RunState(new LiveCharts(SloSet.NONE, List.of(), 1_000_000_000), nowEpochNanos);
  }
}
