package io.longhaul.cli.run;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.iceberg.LakeRegistration;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import io.longhaul.sinks.tables.LakeTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveTablesTest {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path folder;
  private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
  private Lake lake;

  @BeforeEach
  void writeLake() throws IOException {
    lake = new Lake(folder.resolve("lake"));
    Files.createDirectories(lake.folder().resolve("requests"));
    finishFile(0);
  }

  @AfterEach
  void noThreadIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("tables"));
  }

  private void finishFile(int number) throws IOException {
    Path draft = folder.resolve("draft-" + number);
    WrittenRows.requests(draft, List.of(aRequest("run", "id" + number).build()));
    String name = "2026-01-02.run.part-a-%d.parquet".formatted(number);
    Files.move(draft, lake.folder().resolve("requests").resolve(name));
  }

  private TableSettings settings(String catalog) {
    return new TableSettings(
        new TableCatalog.Settings(
            catalog, "longhaul", "soaks", Optional.of(lake.folder().resolve("_tables").toString())),
        Duration.ofHours(1));
  }

  private String database() {
    return "jdbc:sqlite:" + folder.resolve("databases/catalog.db");
  }

  private RunTables start(String catalog) {
    return LiveTables.start(Optional.of(settings(catalog)), lake, warnings::add);
  }

  private LakeTables.Added missing() throws IOException {
    try (TableCatalog catalog = TableCatalog.open(settings(database()).catalog(), Map.of())) {
      return new LakeRegistration(lake, catalog).add();
    }
  }

  @Test
  void allRowsAreInTheTablesAtTheEndOfTheRun() throws Exception {
    try (RunTables tables = start(database())) {
      finishFile(1);
      tables.end();

      assertThat(tables.awaitRest()).isEmpty();
    }
    assertThat(missing().files()).isZero();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aCatalogThatFailsIsReportedOnceAndTriedAgain() throws Exception {
    Path obstacle = Files.createFile(folder.resolve("databases"));
    try (RunTables tables = start(database())) {
      assertThat(warnings.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .isEqualTo(
              "Cannot use the catalog %s: the folder %s cannot be created (it is tried again, to add files)"
                  .formatted(database(), obstacle));
      Files.delete(obstacle);

      assertThat(tables.awaitRest()).isEmpty();
    }
    assertThat(missing().files()).isZero();
    assertThat(warnings).isEmpty();
  }

  @Test
  void theCommandThatAddsMissingRowsIsNamedAtTheEnd() throws Exception {
    Path obstacle = Files.createFile(folder.resolve("databases"));
    try (RunTables tables = start(database())) {
      assertThat(warnings.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
      assertThat(tables.awaitRest())
          .contains(
              "the tables of %s lack rows of this run: Cannot use the catalog %s: the folder %s cannot be created (longhaul register %s --iceberg %s --iceberg-namespace soaks adds them)"
                  .formatted(database(), database(), obstacle, lake.folder(), database()));
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void aRunThatFailsEndsTheThreadOfItsTables() {
    RunTables tables = start(database());

    tables.close();

    assertThat(warnings).isEmpty();
  }

  @Test
  void aCatalogThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> LiveTables.require(settings("http://127.0.0.1:1")))
        .isInstanceOfSatisfying(
            RunFailedException.class,
            e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED))
        .hasMessageStartingWith("Cannot use the catalog http://127.0.0.1:1: ");
  }
}
