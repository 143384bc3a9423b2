package io.longhaul.sinks.json;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.report.FakePipeline;
import io.longhaul.sinks.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDocumentsTest {
  @TempDir Path folder;
  private Lake lake;

  @BeforeEach
  void aRun() throws IOException {
    lake =
        new FakePipeline(folder.resolve("lake"), "run")
            .with(aRequest("run", "a", 0, 400).setGood(true))
            .with(aRequest("run", "b", 900, 1500).setGood(false))
            .with(aRequest("run", "c", 1000, 1200).setGood(true))
            .with(anError("run", "e", 1300, 1301))
            .with(aRequest("run", "d", 3100, 3300).setGood(true))
            .with(aGpuSample("run", -500, 90, 1000))
            .with(aGpuSample("run", 500, 100, 1100))
            .with(aGpuSample("run", 1500, 200, 1300))
            .with(aGpuSlice("run", 0, 100))
            .with(aGpuSlice("run", 1, 200))
            .configuredBy(
                """
                {"input_config": {"models": {"items": [{"name": "m"}]},
                  "datasets": [{"name": "main", "random_seed": 7}],
                  "slos": {"request_latency": 500.0}},
                 "cli_command": "longhaul profile -m 'm'"}""")
            .finished(at(4000));
  }

  @Test
  void everyDocumentIsWritten() throws IOException {
    RunDocuments.write(RunReport.read(lake, "run"), new ExportLayout(folder));
    for (Path document : documents(folder)) {
      assertThat(document).isNotEmptyFile();
    }
  }

  private static List<Path> documents(Path folder) {
    ExportLayout layout = new ExportLayout(folder);
    return List.of(
        layout.profileJson(),
        layout.profileCsv(),
        layout.timeslicesJson(),
        layout.timeslicesCsv(),
        layout.longhaulJson(),
        layout.slicesJson());
  }
}
