package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.lake.Lake;
import java.nio.file.Path;
import java.util.Optional;
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

  @Test
  void tablesNeedTheOptionsThatDoNotHaveTheirDefaults() {
    Lake lake = new Lake(Path.of("/data/lake"));

    assertThat(
            ReportHint.register(
                lake,
                new TableCatalog.Settings(
                    "jdbc:sqlite:/c.db",
                    "longhaul",
                    "longhaul",
                    Optional.of("/data/lake/_tables"))))
        .isEqualTo("longhaul register /data/lake --iceberg jdbc:sqlite:/c.db");
    assertThat(
            ReportHint.register(
                lake,
                new TableCatalog.Settings(
                    "https://catalog:8181", "soaks", "june", Optional.of("main"))))
        .isEqualTo(
            "longhaul register /data/lake --iceberg https://catalog:8181 --iceberg-namespace june"
                + " --iceberg-warehouse main --iceberg-catalog-name soaks");
  }
}
