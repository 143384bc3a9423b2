package io.longhaul.cli.api;

import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.FinishedSlices;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.sinks.ExportLayout;
import java.nio.file.Path;
import java.util.List;

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
       "cli_command": "longhaul profile"}
      """;

  private ApiTestRun() {}

  static ApiRunInfo in(Path folder) {
    return ApiRunInfo.of("run-1", "0.1.0", CONFIGURATION, new ExportLayout(folder));
  }

  /** Returns the state of a run that has not started. */
  static RunState state() {
    return new RunState(
        new LiveCharts(SloSet.NONE, List.of()), () -> FinishedSlices.RUN_START_EPOCH_NS);
  }
}
