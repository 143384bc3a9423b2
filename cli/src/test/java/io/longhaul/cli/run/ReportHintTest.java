package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReportHintTest {

  @Test
  void rowsInTheRunsFolderNeedNoOptions() {
    ExportLayout layout = new ExportLayout(Path.of("/runs/one"));

    assertThat(ReportHint.of(layout, new Lake(layout.lake()), "r1"))
        .isEqualTo("longhaul report /runs/one");
  }

  @Test
  void rowsInASharedLakeNeedTheLakeAndTheRunId() {
    assertThat(
            ReportHint.of(
                new ExportLayout(Path.of("/my runs/one")), new Lake(Path.of("/data/lake")), "r1"))
        .isEqualTo("longhaul report '/my runs/one' --lake /data/lake --run-id r1");
  }
}
