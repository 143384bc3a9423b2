package io.longhaul.sinks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowFileTest {
  private static final String UNIQUE = "-d3a6efc6-7746-4e90-8fbe-fd3209844eb7-2";
  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "42", "007", "1e5", "2026-01-01", "x.part-1", "part-1.parquet", "A_b."})
  void theNameOfAFileContainsItsRun(String run) {
    Path file = file(RowFile.nameStart(DAY, run) + UNIQUE + RowFile.ENDING);

    assertThat(file.getFileName().toString()).startsWith("2026-11-23." + run + ".part-");
    assertThat(RowFile.isFinished(file)).isTrue();
    assertThat(RowFile.runOf(file)).contains(run);
  }

  @Test
  void rowsWithoutARunAreInFilesWithoutARun() {
    Path file = file(RowFile.nameStart(DAY, "") + UNIQUE + RowFile.ENDING);

    assertThat(file.getFileName()).hasToString("2026-11-23.part" + UNIQUE + ".parquet");
    assertThat(RowFile.isFinished(file)).isTrue();
    assertThat(RowFile.runOf(file)).isEmpty();
  }

  @Test
  void partitionsOfOlderLakesAreRecognized() {
    assertThat(RowFile.runOf(file("dt=2026-11-23/run_id=42/part" + UNIQUE + ".parquet")))
        .contains("42");
    assertThat(RowFile.runOf(file("dt=2026-11-23/run_id=_none/part" + UNIQUE + ".parquet")))
        .isEmpty();
    assertThat(RowFile.isFinished(file("dt=2026-11-23/run_id=_none/part" + UNIQUE + ".parquet")))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".2026-11-23.a.part-1-2.parquet.inprogress.f00",
        ".2026-11-23.a.part-1-2.parquet",
        "dt=2026-11-23/run_id=42/.part-1-2.parquet.inprogress.f00",
        "part-1-2.parquet",
        "_delta_log/00000000000000000010.checkpoint.parquet"
      })
  void unfinishedAndForeignFilesAreNotFilesOfRows(String name) {
    assertThat(RowFile.isFinished(file(name))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    ".2026-11-23.a.part-1-2.parquet.inprogress.f00, 2026-11-23.a.part-1-2.parquet, a",
    ".2026-11-23.part-1-2.parquet.inprogress.f00, 2026-11-23.part-1-2.parquet,",
    "dt=2026-11-23/run_id=42/.part-1-2.parquet.inprogress.f00,"
        + " dt=2026-11-23/run_id=42/part-1-2.parquet, 42",
    "dt=2026-11-23/run_id=_none/.part-1-2.parquet.inprogress.f00,"
        + " dt=2026-11-23/run_id=_none/part-1-2.parquet,"
  })
  void anUnfinishedFileIsRecognizedInBothLayouts(String begun, String finished, String run) {
    assertThat(RowFile.finished(file(begun))).contains(file(finished));
    assertThat(RowFile.finished(file(begun)).flatMap(RowFile::runOf))
        .isEqualTo(Optional.ofNullable(run));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-23.a.part-1-2.parquet",
        "dt=2026-11-23/run_id=42/part-1-2.parquet",
        ".2026-11-23.a.part-1-2.parquet",
        "2026-11-23.a.part-1-2.parquet.inprogress.f00",
        ".2026-11-23.a.part-1-2.parquet.inprogress.",
        ".part-1-2.parquet.inprogress.f00",
        ".notes.inprogress.f00"
      })
  void otherFilesAreNotUnfinishedFiles(String name) {
    assertThat(RowFile.finished(file(name))).isEmpty();
  }

  private static Path file(String name) {
    return Path.of("lake", "requests").resolve(name);
  }
}
