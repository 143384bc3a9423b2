package io.longhaul.cli;

import static io.longhaul.sinks.Rows.aRequest;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisterCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;
  private Path lake;
  private String catalog;

  @BeforeEach
  void writeRow() throws IOException {
    lake = folder.resolve("lake");
    catalog = "jdbc:sqlite:" + folder.resolve("new/catalog.db");
    Path file = lake.resolve("requests/2026-01-02.r1.part-a-0.parquet");
    Files.createDirectories(file.getParent());
    WrittenRows.requests(file, List.of(aRequest("r1", "id").build()));
  }

  @Test
  void theFilesOfALakeAreAddedOnce() {
    assertThat(run("register", lake.toString(), "--iceberg", catalog))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.DONE.status());
    assertThat(run("register", lake.toString(), "--iceberg", catalog))
        .isEqualTo(ExitCode.DONE.status());

    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "Added 1 file with 1 row to 1 table of " + catalog,
            "Added 0 files with 0 rows to 0 tables of " + catalog);
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(lake.resolve("_tables/longhaul/requests/metadata")).isDirectory();
  }

  @Test
  void filesThatCannotBeAddedAreNamed() throws IOException {
    Path older = lake.resolve("requests/2026-01-02.r0.part-a-0.parquet");
    WrittenRows.withoutDay(Dataset.REQUESTS, older, List.of(aRequest("r0", "id").build()));

    assertThat(run("register", lake.toString(), "--iceberg", catalog))
        .isEqualTo(ExitCode.DATA_INCOMPLETE.status());
    assertThat(err.toString(UTF_8)).contains("Warning: Not added: " + older);
  }

  @Test
  void theDatasetsOfALakeBecomeDeltaTables() {
    assertThat(run("register", lake.toString(), "--delta"))
        .as(err.toString(UTF_8))
        .isEqualTo(ExitCode.DONE.status());
    assertThat(run("register", lake.toString(), "--delta")).isEqualTo(ExitCode.DONE.status());

    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "Added 1 file with 1 row to 1 table of " + lake,
            "Added 0 files with 0 rows to 0 tables of " + lake);
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(lake.resolve("requests/_delta_log/00000000000000000000.json")).isRegularFile();
  }

  @Test
  void aDeltaTableOfSomebodyElseEndsTheCommand() throws IOException {
    Path log = Files.createDirectories(lake.resolve("requests/_delta_log"));
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        """
        {"protocol":{"minReaderVersion":1,"minWriterVersion":2}}
        {"metaData":{"id":"x","configuration":{}}}
        """);

    assertThat(run("register", lake.toString(), "--delta"))
        .isEqualTo(ExitCode.INFRASTRUCTURE_FAILED.status());
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "Cannot add files to Delta table %s/requests: Longhaul did not create it (move its folder _delta_log away)"
                .formatted(lake));
  }

  @Test
  void aServerThatIsNotThereEndsTheCommand() {
    assertThat(run("register", lake.toString(), "--iceberg", "http://user:secret@127.0.0.1:1/?k=v"))
        .isEqualTo(ExitCode.INFRASTRUCTURE_FAILED.status());
    assertThat(err.toString(UTF_8))
        .startsWith("Cannot use the catalog http://127.0.0.1:1/: ")
        .doesNotContain("secret");
  }

  @Test
  void aDatabaseWithoutADriverEndsTheCommand() {
    assertThat(run("register", lake.toString(), "--iceberg", "jdbc:nosuch:x"))
        .isEqualTo(ExitCode.INFRASTRUCTURE_FAILED.status());
    assertThat(err.toString(UTF_8))
        .startsWith("Cannot use the catalog jdbc:nosuch:x: ")
        .contains("No suitable driver");
  }

  private int run(String... words) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(List.of(words));
  }
}
