package io.longhaul.sinks.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RegisteredFilesTest {
  @Test
  void numbersOfAWriterAreRanges() {
    RegisteredFiles files = new RegisteredFiles();
    for (int number : new int[] {3, 0, 1, 2, 7, 9, 10}) {
      files.add("2026-01-02.run-1.part-7a12-" + number + ".parquet");
    }
    files.add("2026-01-03.run-1.part-7a12-4.parquet");

    assertThat(files)
        .hasToString("2026-01-02.run-1.part-7a12:0-3,7,9-10 2026-01-03.run-1.part-7a12:4");
  }

  @Test
  void theTextContainsTheSameFiles() {
    RegisteredFiles written = new RegisteredFiles();
    written.add("2026-01-02.r.part-a-0.parquet");
    written.add("2026-01-02.r.part-a-2.parquet");
    written.add("2026-01-02.r.part-00000.parquet");

    RegisteredFiles read = RegisteredFiles.parse(written.toString());

    assertThat(read).hasToString(written.toString());
    assertThat(read.contains("2026-01-02.r.part-a-0.parquet")).isTrue();
    assertThat(read.contains("2026-01-02.r.part-a-2.parquet")).isTrue();
    assertThat(read.contains("2026-01-02.r.part-00000.parquet")).isTrue();
    assertThat(read.contains("2026-01-02.r.part-a-1.parquet")).isFalse();
    assertThat(read.contains("2026-01-02.r.part-b-0.parquet")).isFalse();
    assertThat(read.contains("2026-01-02.r.part-00001.parquet")).isFalse();
  }

  @Test
  void aNameWithoutANumberOrWithALargeOneIsAFileOfItsOwn() {
    RegisteredFiles files = new RegisteredFiles();
    files.add("2026-01-02.r.part-abc.parquet");
    files.add("2026-01-02.r.part-a-99999999999.parquet");

    assertThat(files)
        .hasToString("2026-01-02.r.part-a-99999999999.parquet 2026-01-02.r.part-abc.parquet");
    assertThat(RegisteredFiles.parse(files.toString())).hasToString(files.toString());
  }

  @Test
  void anEmptyTextContainsNothing() {
    assertThat(RegisteredFiles.parse("").contains("2026-01-02.r.part-a-0.parquet")).isFalse();
    assertThat(RegisteredFiles.parse("")).hasToString("");
  }
}
