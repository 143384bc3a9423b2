package io.longhaul.report.html;

import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;

import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;

/** A run of twelve seconds whose texts try to break out of the page. */
final class PageRun {
  static final String ATTACK = "</script><img src=x onerror=alert(1)>\"'<!--";

  private PageRun() {}

  static Lake lake(Path folder) throws IOException {
    String attack = ATTACK.replace("\"", "\\\"");
    FakePipeline run =
        new FakePipeline(folder.resolve("lake"), "run")
            .configuredBy(
                """
                {"input_config": {"models": {"items": [{"name": "model %1$s"}]},
                  "endpoint": {"urls": ["http://host/%1$s"]},
                  "phases": [{"name": "profiling", "kind": "profiling", "type": "concurrency %1$s",
                    "concurrency": 3}],
                  "slos": {"request_latency": 500.0}},
                 "cli_command": "longhaul profile --model '%1$s'",
                 "fail_if": ["request_latency.p99>100"],
                 "plan": {"request_count": 40}}"""
                    .formatted(attack))
            .promising("request_latency", 500)
            .stoppedBecause("stopped " + ATTACK);
    for (int i = 0; i < 40; i++) {
      int start = 300 * i;
      run.with(
          aRequest("run", "r" + i, start, start + 200 + 17 * i)
              .setInputTokens(10 + i)
              .setGood(17 * i <= 300));
    }
    for (int i = 0; i < 6; i++) {
      run.with(
          anError("run", "e" + i, 2000L * i, 2000L * i + 5)
              .setReason("reason " + ATTACK)
              .setMessage("message " + ATTACK));
    }
    run.marked(at(4_000), "mark " + ATTACK);
    for (int slice = 0; slice < 12; slice++) {
      run.with(aGpuSlice("run", slice, 100 + 10 * slice));
    }
    return run.finished(at(12_000));
  }

  /** Writes the documents of the run. */
  static ExportLayout written(Path folder) throws IOException {
    Lake lake = lake(folder);
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);
    return layout;
  }
}
