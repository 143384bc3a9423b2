package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.sinks.Rows;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void aFolderWithoutALakeIsRefused() {
    assertThat(run("compact", folder.toString(), "--into", folder + "/new"))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8)).contains("Cannot compact " + folder + ": there are no rows in");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void aFolderThatContainsALakeIsNotOverwritten() throws IOException {
    writeRow();

    assertThat(run("compact", folder.toString(), "--into", folder.toString()))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8)).contains("it contains a lake (give a new folder)");
  }

  @Test
  void aRunThatHasNotEndedIsRefused() throws IOException {
    writeRow();

    assertThat(run("compact", folder.toString(), "--into", folder + "/new"))
        .isEqualTo(ExitCode.DATA_INCOMPLETE.status());
    assertThat(err.toString(UTF_8))
        .contains("it has no summary (it is in progress or was aborted)")
        .contains("Cannot compact run r1");
    assertThat(folder.resolve("new/lake")).doesNotExist();
  }

  @Test
  void anUnknownRunIsRefused() throws IOException {
    writeRow();

    assertThat(run("compact", folder.toString(), "--into", folder + "/new", "--run-id", "r2"))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8)).contains("Invalid --run-id: r2 (one of r1)");
  }

  private void writeRow() throws IOException {
    Path file = folder.resolve("lake/requests/2026-01-02.r1.part-a-0.parquet");
    Files.createDirectories(file.getParent());
    WrittenRows.requests(file, List.of(Rows.aRequest("r1", "id").build()));
  }

  private int run(String... words) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(List.of(words));
  }
}
