package io.longhaul.sinks.iceberg;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.iceberg.TestCatalog.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.HandshakeRow;
import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.Rows;
import io.longhaul.sinks.iceberg.TestCatalog.Killed;
import io.longhaul.sinks.iceberg.TestCatalog.Steps;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import io.longhaul.sinks.tables.LakeTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeRegistrationTest {
  private static final String RUN = "run";
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  /** Every file is small, and none is full. */
  private static final TableCompaction.Sizes ALL_SMALL = sizes(Long.MAX_VALUE, Long.MAX_VALUE);

  @TempDir Path folder;
  private Lake lake;

  @BeforeEach
  void createLake() {
    lake = new Lake(folder.resolve("lake"));
  }

  /** Writes a file of a checkpoint; its rows are not in order of time. */
  private Path write(String run, int number, long firstMillis) throws IOException {
    long day = Math.floorDiv(Rows.at(firstMillis), Duration.ofDays(1).toNanos());
    Path file =
        lake.folder()
            .resolve("requests")
            .resolve(
                "%s-a-%d.parquet"
                    .formatted(RowFile.nameStart(LocalDate.ofEpochDay(day), run), number));
    if (Files.exists(file)) {
      return file;
    }
    Files.createDirectories(file.getParent());
    List<RequestRow> rows = new ArrayList<>();
    for (int i : new int[] {2, 0, 1}) {
      long end = firstMillis + 60_000L * i;
      rows.add(aRequest(run, id(run, number, i), end - 100, end).build());
    }
    return WrittenRows.requests(file, rows);
  }

  private static String id(String run, int number, int row) {
    return "%s-%03d-%d".formatted(run, number, row);
  }

  private static List<String> ids(String run, int files) {
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < files; number++) {
      for (int i = 0; i < 3; i++) {
        ids.add(id(run, number, i));
      }
    }
    return ids;
  }

  private static TableCompaction.Sizes sizes(long smallBytes, long fullBytes) {
    return new TableCompaction.Sizes(
        Duration.ofHours(1), Duration.ofMinutes(5), smallBytes, fullBytes);
  }

  private LakeRegistration registration(TableCatalog catalog) {
    return new LakeRegistration(lake, catalog);
  }

  @Test
  void eachFileIsAddedOnce() throws IOException {
    write(RUN, 0, 0);
    write(RUN, 1, HOUR);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      assertThat(registration(catalog).add()).isEqualTo(new LakeTables.Added(1, 2, 6, List.of()));
      write(RUN, 2, 2 * HOUR);
      assertThat(registration(catalog).add().files()).isEqualTo(1);
      assertThat(registration(catalog).add()).isEqualTo(new LakeTables.Added(0, 0, 0, List.of()));

      Table table = table(catalog, Dataset.REQUESTS);
      assertThat(TestCatalog.requests(table)).isEqualTo(ids(RUN, 3));
      assertThat(table.snapshots()).hasSize(2);
      assertThat(table.properties())
          .containsEntry("longhaul.files.run", "2026-01-02.run.part-a:0-2")
          .containsEntry("longhaul.lake.run", "file://" + lake.folder());
    }
  }

  @Test
  void onlyDatasetsWithRowsHaveTables() throws IOException {
    write(RUN, 0, 0);
    Path handshakes = lake.folder().resolve("handshakes/2026-01-02.run.part-a-0.parquet");
    Files.createDirectories(handshakes.getParent());
    WrittenRows.rows(Dataset.HANDSHAKES, handshakes, List.of(aHandshake()));
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      assertThat(registration(catalog).add()).isEqualTo(new LakeTables.Added(2, 2, 4, List.of()));

      assertThat(catalog.catalog().listTables(TestCatalog.NAMESPACE))
          .extracting(TableIdentifier::name)
          .containsExactlyInAnyOrder("requests", "handshakes");
    }
  }

  @Test
  void aKilledProcessLeavesNoFileTwiceAndNoneMissing() throws IOException {
    int step = 0;
    boolean isKilled;
    do {
      Path home = Files.createDirectories(folder.resolve("killed-" + step));
      lake = new Lake(home.resolve("lake"));
      Steps steps = new Steps(step++);
      try (TableCatalog catalog = TestCatalog.open(home, steps)) {
        work(catalog);
        isKilled = false;
      } catch (Killed e) {
        isKilled = true;
      }
      for (int number = 0; number < 4; number++) {
        write(RUN, number, number * HOUR);
      }
      try (TableCatalog catalog = TestCatalog.open(home)) {
        LakeRegistration next = new LakeRegistration(lake, catalog, ALL_SMALL);
        next.add();
        Table table = table(catalog, Dataset.REQUESTS);
        assertThat(TestCatalog.requests(table)).as("step %d", step).isEqualTo(ids(RUN, 4));
        finish();
        next.compact(() -> {});
        next.expireSnapshots(Duration.ZERO);
        next.add();
        table.refresh();
        assertThat(TestCatalog.requests(table)).as("step %d", step).isEqualTo(ids(RUN, 4));
        assertThat(table.properties())
            .containsEntry("longhaul.files.run", "2026-01-02.run.part-a:0-3")
            .containsEntry("gc.enabled", "false");
      }
      assertThat(lake.files(Dataset.REQUESTS)).hasSize(4);
    } while (isKilled);
    assertThat(step).isGreaterThan(20);
  }

  /** What a process does in the course of a run. */
  private void work(TableCatalog catalog) throws IOException {
    LakeRegistration registration = new LakeRegistration(lake, catalog, ALL_SMALL);
    write(RUN, 0, 0);
    registration.add();
    write(RUN, 1, HOUR / 4);
    write(RUN, 2, 2 * HOUR);
    registration.add();
    registration.compact(() -> {});
    registration.expireSnapshots(Duration.ZERO);
  }

  /** From its summary on, the rows of the run are complete. Its content does not matter here. */
  private void finish() throws IOException {
    Path summary = lake.folder().resolve("runs/2026-01-02.run.part-a-0.parquet");
    Files.createDirectories(summary.getParent());
    WrittenRows.withoutDay(Dataset.HANDSHAKES, summary, List.of(aHandshake()));
  }

  private static HandshakeRow aHandshake() {
    HandshakeRow row = new HandshakeRow();
    row.put("run_id", RUN);
    row.put("lane_id", "s");
    row.put("at_epoch_ns", Rows.at(5));
    row.put("url", "http://h");
    row.put("host", "h");
    return row;
  }

  @Test
  void aSecondProcessAtTheSameTimeAddsNoFileTwice() throws IOException {
    Path file = write(RUN, 0, 0);
    try (TableCatalog one = TestCatalog.open(folder);
        TableCatalog two = TestCatalog.open(folder)) {
      LakeTable slow = LakeTable.open(one, Dataset.REQUESTS);
      LakeTable fast = LakeTable.open(two, Dataset.REQUESTS);
      List<Path> files =
          new AbstractList<>() {
            @Override
            public Path get(int index) {
              try {
                fast.add(lake, List.of(file));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return file;
            }

            @Override
            public int size() {
              return 1;
            }
          };

      assertThat(slow.add(lake, files)).isEmpty();
      assertThat(slow.add(lake, files)).hasValue(LakeTable.Added.NOTHING);

      assertThat(TestCatalog.requests(table(one, Dataset.REQUESTS))).isEqualTo(ids(RUN, 1));
    }
  }

  @Test
  void aMergeAtTheSameTimeDoesNotStopTheAdding() throws IOException {
    write(RUN, 0, 0);
    write(RUN, 1, HOUR / 4);
    write(RUN, 2, 2 * HOUR);
    try (TableCatalog one = TestCatalog.open(folder);
        TableCatalog two = TestCatalog.open(folder)) {
      LakeRegistration merging = new LakeRegistration(lake, one, ALL_SMALL);
      merging.add();
      LakeRegistration adding = registration(two);
      write(RUN, 3, 3 * HOUR);

      merging.compact(adding::add);

      assertThat(TestCatalog.requests(table(one, Dataset.REQUESTS))).isEqualTo(ids(RUN, 4));
      assertThat(TestCatalog.currentFiles(table(one, Dataset.REQUESTS))).hasSize(3);
    }
  }

  @Test
  void theSameRunOfAnotherLakeIsNotAdded() throws IOException {
    write(RUN, 0, 0);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      registration(catalog).add();
      Path first = lake.folder();
      lake = new Lake(folder.resolve("compacted"));
      write(RUN, 1, 0);
      write("other", 0, 0);

      LakeTables.Added added = registration(catalog).add();

      assertThat(added.files()).isEqualTo(1);
      assertThat(added.problems())
          .containsExactly(
              "Run run is not added: the table contains its rows from file://" + first);
      assertThat(TestCatalog.requests(table(catalog, Dataset.REQUESTS)))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(ids(RUN, 1).stream(), ids("other", 1).stream()).toList());
    }
  }

  @Test
  void filesOfSeveralDaysAndOfOlderReleasesAreNamedOnce() throws IOException {
    Path several = lake.folder().resolve("requests/2026-01-02.several.part-00000.parquet");
    Files.createDirectories(several.getParent());
    WrittenRows.requests(
        several,
        List.of(
            aRequest("several", "a", 0, 100).build(),
            aRequest("several", "b", DAY, DAY + 100).build()));
    Path older = lake.folder().resolve("requests/2026-01-02.older.part-a-0.parquet");
    WrittenRows.withoutDay(Dataset.REQUESTS, older, List.of(aRequest("older", "a").build()));
    write(RUN, 0, 0);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      LakeTables.Added added = registration(catalog).add();

      assertThat(added.files()).isEqualTo(1);
      assertThat(added.problems())
          .hasSize(2)
          .anyMatch(problem -> problem.startsWith("Not added: " + several))
          .anyMatch(problem -> problem.startsWith("Not added: " + older));
    }
  }

  @Test
  void aTableOfSomebodyElseIsNotChanged() throws IOException {
    write(RUN, 0, 0);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      catalog
          .catalog()
          .createTable(
              TableIdentifier.of(TestCatalog.NAMESPACE, "requests"),
              new Schema(Types.NestedField.optional(1, "id", Types.LongType.get())),
              PartitionSpec.unpartitioned());

      assertThatThrownBy(() -> registration(catalog).add())
          .isInstanceOf(CatalogException.class)
          .hasMessage(
              "Cannot add files to table longhaul.requests: Longhaul did not create it (choose another namespace)");
    }
  }

  @Test
  void columnsHaveTheirMeaningAndUnit() throws IOException {
    write(RUN, 0, 0);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      registration(catalog).add();

      Table table = table(catalog, Dataset.REQUESTS);
      assertThat(table.properties()).containsEntry("comment", "One request.");
      assertThat(table.schema().findField("request_latency_ns").doc())
          .isEqualTo("Last chunk - start. Null if the request is not valid. Unit: ns.");
      assertThat(table.schema().findField("ended_time").doc())
          .isEqualTo("`ended_epoch_ns` as a timestamp, rounded down to microseconds.");
      assertThat(table.schema().findField("dt").type()).isEqualTo(Types.DateType.get());
      assertThat(table.schema().columns()).allMatch(column -> column.doc() != null);
      assertThat(table.schema().columns()).allMatch(Types.NestedField::isOptional);
      assertThat(table.spec().fields())
          .hasToString(
              "[1000: ended_time_day: day(%d)]"
                  .formatted(table.schema().findField("ended_time").fieldId()));
    }
  }

  @Test
  void aNewColumnGetsANewIdAndOlderFilesRemainReadable() throws IOException {
    write(RUN, 0, 0);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      registration(catalog).add();
      Table table = table(catalog, Dataset.REQUESTS);
      int before = table.schema().findField("good").fieldId();
      int highest = table.schema().highestFieldId();
      table.updateSchema().deleteColumn("good").commit();
      write(RUN, 1, HOUR);

      registration(catalog).add();

      table.refresh();
      int after = table.schema().findField("good").fieldId();
      assertThat(after).isGreaterThan(highest).isNotEqualTo(before);
      assertThat(table.properties().get("schema.name-mapping.default"))
          .containsPattern("\"field-id\" : %d,\\s+\"names\" : \\[ \"good\"".formatted(after));
      assertThat(TestCatalog.requests(table)).isEqualTo(ids(RUN, 2));
    }
  }

  @Test
  void aFilterByTimeReadsOnlyTheFilesOfThatTime() throws IOException {
    for (int number = 0; number < 5; number++) {
      write(RUN, number, number * HOUR);
    }
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      registration(catalog).add();

      Table table = table(catalog, Dataset.REQUESTS);
      assertThat(planned(table, "2026-01-02T06:00:00+00:00", "2026-01-02T06:10:00+00:00"))
          .extracting(file -> StoreFileIO.path(file.location()).getFileName().toString())
          .containsExactly("2026-01-02.run.part-a-3.parquet");
      assertThat(planned(table, "2026-01-01T00:00:00+00:00", "2026-01-02T00:00:00+00:00"))
          .isEmpty();
      DataFile file =
          planned(table, "2026-01-02T00:00:00+00:00", "2026-01-03T00:00:00+00:00").get(0);
      assertThat(file.recordCount()).isEqualTo(3);
      assertThat(file.splitOffsets()).containsExactly(4L);
      assertThat(file.sortOrderId()).isZero();
    }
  }

  private static List<DataFile> planned(Table table, String from, String until) throws IOException {
    List<DataFile> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        table
            .newScan()
            .filter(
                Expressions.and(
                    Expressions.greaterThanOrEqual("ended_time", from),
                    Expressions.lessThan("ended_time", until)))
            .planFiles()) {
      tasks.forEach(task -> files.add(task.file().copyWithoutStats()));
    }
    return files;
  }

  @Test
  void filesOfClosedHoursAreMergedInOrderOfTime() throws IOException {
    // The run starts at 03:04:05: two files in the hour of 3, three in that of 4, one in that of 5.
    long[] starts = {HOUR / 2, 0, HOUR + 600_000, HOUR, HOUR + 1_200_000, 2 * HOUR};
    for (int number = 0; number < starts.length; number++) {
      write(RUN, number, starts[number]);
    }
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      LakeRegistration registration = new LakeRegistration(lake, catalog, ALL_SMALL);
      registration.add();
      Table table = table(catalog, Dataset.REQUESTS);
      long before = table.currentSnapshot().snapshotId();

      assertThat(registration.compact(() -> {})).isEqualTo(new LakeRegistration.Merged(5, 2));
      assertThat(registration.compact(() -> {})).isEqualTo(new LakeRegistration.Merged(0, 0));

      table.refresh();
      List<Path> files = TestCatalog.currentFiles(table);
      assertThat(files).hasSize(3);
      assertThat(TestCatalog.requests(table)).isEqualTo(ids(RUN, 6));
      for (Path file : files.stream().filter(each -> !each.startsWith(lake.folder())).toList()) {
        assertThat(RowFile.runOf(file)).hasValue(RUN);
        assertThat(TestCatalog.rows(List.of(file)))
            .extracting(RequestRow::getEndedEpochNs)
            .isSorted();
      }
      assertThat(TestCatalog.requests(table, before))
          .as("a reader of the old snapshot")
          .isEqualTo(ids(RUN, 6));
      assertThat(lake.files(Dataset.REQUESTS)).hasSize(6);
      assertThat(table.snapshot(before)).isNotNull();
      assertThat(sortOrders(table)).containsExactly(0, 1, 1);
    }
  }

  private static List<Integer> sortOrders(Table table) throws IOException {
    List<Integer> orders = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> orders.add(task.file().sortOrderId()));
    }
    return orders.stream().sorted().toList();
  }

  @Test
  void theFilesOfAFinishedRunAreMergedToFullOnes() throws IOException {
    for (int number = 0; number < 9; number++) {
      write(RUN, number, number * HOUR);
    }
    write(RUN, 9, DAY);
    long bytes = Files.size(lake.files(Dataset.REQUESTS).get(0));
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      LakeRegistration registration =
          new LakeRegistration(lake, catalog, sizes(2 * bytes, 4 * bytes));
      registration.add();
      finish();

      LakeRegistration.Merged merged = registration.compact(() -> {});

      assertThat(merged.filesBefore()).isBetween(8, 9);
      assertThat(merged.filesAfter()).isEqualTo(2);
      Table table = table(catalog, Dataset.REQUESTS);
      assertThat(TestCatalog.requests(table)).isEqualTo(ids(RUN, 10));
      assertThat(TestCatalog.currentFiles(table))
          .as("a day is a partition, and the other one has a single file")
          .contains(lake.folder().resolve("requests/2026-01-03.run.part-a-9.parquet"));
    }
  }

  @Test
  void rowsThatWereDeletedFromATableAreNotAddedAgain() throws IOException {
    write(RUN, 0, 0);
    write(RUN, 1, HOUR / 2);
    write("other", 2, 0);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      LakeRegistration registration = new LakeRegistration(lake, catalog, ALL_SMALL);
      registration.add();
      Table table = table(catalog, Dataset.REQUESTS);
      table.newDelete().deleteFromRowFilter(Expressions.equal("run_id", "other")).commit();
      finish();

      registration.add();
      registration.compact(() -> {});

      table.refresh();
      assertThat(TestCatalog.requests(table)).as("stays deleted").isEqualTo(ids(RUN, 2));
    }
  }

  @Test
  void expiredSnapshotsLeaveTheFilesOfTheLake() throws IOException {
    write(RUN, 0, 0);
    write(RUN, 1, HOUR / 2);
    write(RUN, 2, 2 * HOUR);
    write(RUN, 3, 2 * HOUR + HOUR / 2);
    try (TableCatalog catalog = TestCatalog.open(folder)) {
      LakeRegistration registration = new LakeRegistration(lake, catalog, ALL_SMALL);
      registration.add();
      registration.compact(() -> {});
      Table table = table(catalog, Dataset.REQUESTS);
      List<Path> ofHours = TestCatalog.ownFiles(table);
      finish();
      registration.compact(() -> {});
      table.refresh();
      Set<String> manifests = new TreeSet<>();
      for (Snapshot snapshot : table.snapshots()) {
        manifests.add(snapshot.manifestListLocation());
      }

      assertThat(registration.expireSnapshots(Duration.ofMinutes(5))).isZero();
      assertThat(registration.expireSnapshots(Duration.ZERO)).isEqualTo(2);

      table.refresh();
      assertThat(table.snapshots()).hasSize(1);
      assertThat(lake.files(Dataset.REQUESTS)).hasSize(4);
      assertThat(manifests.stream().filter(list -> Files.exists(StoreFileIO.path(list))))
          .containsExactly(table.currentSnapshot().manifestListLocation());
      assertThat(table.properties()).containsEntry("gc.enabled", "false");
      assertThat(TestCatalog.requests(table)).isEqualTo(ids(RUN, 4));
      assertThat(registration.add().files()).isZero();

      write("next", 0, 0);
      registration.add();
      assertThat(registration.expireSnapshots(Duration.ZERO)).isEqualTo(1);
      assertThat(ofHours).as("the snapshot that replaced them has expired").isNotEmpty();
      assertThat(ofHours).allMatch(Files::notExists);
    }
  }
}
