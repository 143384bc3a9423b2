package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetColumn;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFootersTest {
  @TempDir private Path folder;
  private List<Path> files;

  @BeforeEach
  void twoFiles() throws IOException {
    FakePipeline pipeline = new FakePipeline(folder, "run");
    for (int i = 0; i < 4; i++) {
      pipeline.with(aRequest("run", "id" + i, i, i + 100));
    }
    Lake lake = pipeline.crashedAfter(List.of());
    files = lake.files(Dataset.REQUESTS, "run");
    assertThat(files).hasSize(2);
  }

  @Test
  void aFooterIsParsedOnceForAnyNumberOfColumns() throws IOException {
    ParquetFooters footers = new ParquetFooters();
    List<Long> before = ends(footers);
    spoilFooters();

    assertThat(ends(footers)).isEqualTo(before).hasSize(4);
  }

  @Test
  void footersAboveTheLimitAreParsedAgain() throws IOException {
    ParquetFooters none = new ParquetFooters(0);
    ParquetFooters all = new ParquetFooters();

    assertThat(ends(none)).isEqualTo(ends(all));
    assertThat(none.kept()).isZero();
    assertThat(all.kept()).isEqualTo(2);
  }

  @Test
  void rowsAreCountedFromTheFooter() throws IOException {
    ParquetFooters footers = new ParquetFooters();

    assertThat(footers.rows(files.get(0)) + footers.rows(files.get(1))).isEqualTo(4);
  }

  private List<Long> ends(ParquetFooters footers) throws IOException {
    List<Long> ends = new ArrayList<>();
    for (Path file : files) {
      ParquetColumn.readNumbers(footers, file, "ended_epoch_ns", (row, value) -> ends.add(value));
    }
    return ends;
  }

  /** Who parses a footer again fails. */
  private void spoilFooters() throws IOException {
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      for (int i = bytes.length - 12; i < bytes.length; i++) {
        bytes[i] = 0;
      }
      Files.write(file, bytes);
    }
  }
}
