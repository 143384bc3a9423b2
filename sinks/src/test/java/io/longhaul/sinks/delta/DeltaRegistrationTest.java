package io.longhaul.sinks.delta;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.expressions.And;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.types.StructField;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.Rows;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.SharedLake;
import io.longhaul.sinks.parquet.TableColumns;
import io.longhaul.sinks.parquet.WrittenRows;
import io.longhaul.sinks.store.ObjectStores;
import io.longhaul.sinks.tables.LakeTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaRegistrationTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RUN = "run";
  private static final String WRITER = "2026-01-02.run.part-a";
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  @TempDir Path folder;
  private Lake lake;
  private Path requests;

  @BeforeEach
  void createLake() {
    lake = new Lake(folder.resolve("lake"));
    requests = lake.folder().resolve("requests");
  }

  /** Writes a file of a checkpoint with three rows. */
  private Path write(String run, int number, long firstMillis) throws IOException {
    long day = Math.floorDiv(Rows.at(firstMillis), Duration.ofDays(1).toNanos());
    Path file =
        requests.resolve(
            "%s-a-%d.parquet".formatted(RowFile.nameStart(LocalDate.ofEpochDay(day), run), number));
    Files.createDirectories(requests);
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

  private LakeTables.Added add() throws IOException {
    return new DeltaRegistration(lake).add();
  }

  private KernelTable table() {
    return new KernelTable(requests);
  }

  private List<String> idsInTable() throws IOException {
    return table().values("request_id").stream().map(Object::toString).sorted().toList();
  }

  private Path commit(int version) {
    return requests.resolve("_delta_log/%020d.json".formatted(version));
  }

  /** Returns the actions of a kind in a commit. */
  private List<JsonNode> actions(int version, String kind) throws IOException {
    List<JsonNode> actions = new ArrayList<>();
    for (String line : Files.readAllLines(commit(version))) {
      JsonNode action = JSON.readTree(line).path(kind);
      if (!action.isMissingNode()) {
        actions.add(action);
      }
    }
    return actions;
  }

  @Test
  void eachFileIsAddedOnce() throws IOException {
    write(RUN, 0, 0);
    write(RUN, 1, HOUR);
    DeltaRegistration registration = new DeltaRegistration(lake);
    assertThat(registration.add()).isEqualTo(new LakeTables.Added(1, 2, 6, List.of()));
    write(RUN, 2, 2 * HOUR);
    assertThat(registration.add().files()).isEqualTo(1);
    assertThat(registration.add()).isEqualTo(new LakeTables.Added(0, 0, 0, List.of()));
    assertThat(add()).as("another process").isEqualTo(new LakeTables.Added(0, 0, 0, List.of()));

    assertThat(idsInTable()).isEqualTo(ids(RUN, 3));
    assertThat(table().version()).isEqualTo(1);
    assertThat(table().transaction("longhaul:" + WRITER)).hasValue(3L);
  }

  @Test
  void rowsHaveTheirDayAndRun() throws IOException {
    write(RUN, 0, 0);
    write("other", 0, DAY);
    add();

    assertThat(table().values("run_id")).containsOnly("run", "other");
    assertThat(table().values("dt"))
        .containsOnly(
            (int) LocalDate.parse("2026-01-02").toEpochDay(),
            (int) LocalDate.parse("2026-01-03").toEpochDay());
    assertThat(table().values("ended_time"))
        .contains(Rows.at(0) / 1_000, (Rows.at(DAY) + 120_000_000_000L) / 1_000);
  }

  @Test
  void onlyDatasetsWithRowsHaveTables() throws IOException {
    write(RUN, 0, 0);
    Path handshakes = lake.folder().resolve("handshakes/2026-01-02.run.part-a-0.parquet");
    Files.createDirectories(handshakes.getParent());
    HandshakeRow row = new HandshakeRow();
    row.put("run_id", RUN);
    row.put("lane_id", "s");
    row.put("at_epoch_ns", Rows.at(5));
    row.put("url", "http://h");
    row.put("host", "h");
    WrittenRows.rows(Dataset.HANDSHAKES, handshakes, List.of(row));

    assertThat(add()).isEqualTo(new LakeTables.Added(2, 2, 4, List.of()));

    assertThat(new KernelTable(handshakes.getParent()).values("host")).containsExactly("h");
    try (Stream<Path> folders = Files.list(lake.folder())) {
      assertThat(folders).hasSize(2);
    }
  }

  @Test
  void moreFilesThanOneCommitContainsAreAddedInSeveral() throws IOException {
    Path first = write(RUN, 0, 0);
    int files = DeltaTable.MAX_FILES_OF_COMMIT + 1;
    for (int number = 1; number < files; number++) {
      Files.copy(first, requests.resolve(WRITER + "-" + number + ".parquet"));
    }

    assertThat(add()).isEqualTo(new LakeTables.Added(1, files, 3L * files, List.of()));

    assertThat(table().version()).isEqualTo(1);
    assertThat(table().files()).hasSize(files).doesNotHaveDuplicates();
  }

  /** A commit has four steps: the folder, a draft, its name, and the end of the draft. */
  @Test
  void aKilledProcessLeavesNoFileTwiceAndNoneMissing() throws IOException {
    write(RUN, 0, 0);
    Path log = requests.resolve("_delta_log");
    Files.createDirectories(log);
    assertThat(add().files()).as("killed after the folder").isEqualTo(1);

    write(RUN, 1, HOUR);
    Path half = Files.writeString(log.resolve(".00000000000000000001.json.x.draft"), "{\"commitI");
    assertThat(add().files()).as("killed in the draft").isEqualTo(1);

    write(RUN, 2, 2 * HOUR);
    add();
    Path named = log.resolve(".00000000000000000002.json.y.draft");
    Files.createLink(named, commit(2));
    assertThat(add().files()).as("killed after the name").isZero();

    assertThat(half).doesNotExist();
    assertThat(named).doesNotExist();
    assertThat(idsInTable()).isEqualTo(ids(RUN, 3));
  }

  @Test
  void aSecondProcessAtTheSameTimeAddsNoFileTwice() throws IOException {
    Path file = write(RUN, 0, 0);
    DeltaTable slow = new DeltaTable(Dataset.REQUESTS, requests);
    DeltaTable fast = new DeltaTable(Dataset.REQUESTS, requests);
    List<Path> files =
        new AbstractList<>() {
          @Override
          public Path get(int index) {
            try {
              fast.add(List.of(file), new TreeSet<>());
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

    assertThat(slow.add(files, new TreeSet<>())).isEqualTo(new DeltaTable.Added(0, 0));

    assertThat(table().version()).isZero();
    assertThat(idsInTable()).isEqualTo(ids(RUN, 1));
  }

  @Test
  void processesThatAddTheSameFilesAtTheSameTimeAddEachOnce() throws Exception {
    int rounds = 20;
    int processes = 3;
    int added = 0;
    ExecutorService threads = Executors.newFixedThreadPool(processes);
    try {
      List<DeltaRegistration> registrations = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        registrations.add(new DeltaRegistration(lake));
      }
      for (int round = 0; round < rounds; round++) {
        write(RUN, round, round * 200_000L);
        CyclicBarrier start = new CyclicBarrier(processes);
        List<Callable<Integer>> adds = new ArrayList<>();
        for (DeltaRegistration each : registrations) {
          adds.add(
              () -> {
                start.await();
                return each.add().files();
              });
        }
        for (Future<Integer> each : threads.invokeAll(adds)) {
          added += each.get();
        }
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(added).isEqualTo(rounds);
    assertThat(idsInTable()).isEqualTo(ids(RUN, rounds));
    try (Stream<Path> log = Files.list(requests.resolve("_delta_log"))) {
      assertThat(log).as("no drafts are left").hasSize(rounds);
    }
  }

  @Test
  void filesOfSeveralDaysAndOfOlderReleasesAreNamed() throws IOException {
    Path several = requests.resolve("2026-01-02.several.part-00000.parquet");
    Files.createDirectories(requests);
    WrittenRows.requests(
        several,
        List.of(
            aRequest("several", "a", 0, 100).build(),
            aRequest("several", "b", DAY, DAY + 100).build()));
    Path older = requests.resolve("2026-01-02.older.part-a-0.parquet");
    WrittenRows.withoutDay(Dataset.REQUESTS, older, List.of(aRequest("older", "a").build()));
    write(RUN, 0, 0);

    LakeTables.Added added = add();

    assertThat(added.files()).isEqualTo(1);
    assertThat(added.problems())
        .hasSize(2)
        .anyMatch(problem -> problem.startsWith("Not added: " + several))
        .anyMatch(problem -> problem.startsWith("Not added: " + older));
  }

  @Test
  void aTableOfSomebodyElseIsNotChanged() throws IOException {
    write(RUN, 0, 0);
    add();
    Files.writeString(
        commit(0), Files.readString(commit(0)).replace("\"longhaul.dataset\"", "\"other\""));
    write(RUN, 1, HOUR);

    assertThatThrownBy(this::add)
        .isInstanceOf(DeltaException.class)
        .hasMessage(
            "Cannot add files to Delta table %s: Longhaul did not create it (move its folder _delta_log away)"
                .formatted(requests));
    assertThat(commit(1)).doesNotExist();
  }

  @Test
  void aTableThatNeedsAnotherWriterIsNotChanged() throws IOException {
    write(RUN, 0, 0);
    add();
    Files.writeString(
        commit(1),
        "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[\"deletionVectors\"],"
            + "\"writerFeatures\":[\"deletionVectors\"]}}");
    write(RUN, 1, HOUR);

    assertThatThrownBy(this::add)
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("to version 3 for readers and 7 for writers");
    assertThat(commit(2)).doesNotExist();
  }

  @Test
  void aLogWithoutItsFirstCommitsIsNotContinued() throws IOException {
    write(RUN, 0, 0);
    add();
    write(RUN, 1, HOUR);
    add();
    Files.delete(commit(0));

    assertThatThrownBy(this::add)
        .isInstanceOf(DeltaException.class)
        .hasMessageStartingWith(
            "Cannot read %s/_delta_log: its first commits were deleted".formatted(requests));
  }

  @Test
  void aLogThatWasDeletedIsWrittenAgainFromTheStart() throws IOException {
    write(RUN, 0, 0);
    DeltaRegistration registration = new DeltaRegistration(lake);
    registration.add();
    write(RUN, 1, HOUR);
    registration.add();
    Files.delete(commit(0));
    Files.delete(commit(1));
    Files.delete(commit(0).getParent());

    assertThat(registration.add().files()).isEqualTo(2);

    assertThat(table().version()).isZero();
    assertThat(idsInTable()).isEqualTo(ids(RUN, 2));
  }

  @Test
  void columnsHaveTheirMeaningAndUnit() throws IOException {
    write(RUN, 0, 0);
    add();

    KernelTable table = table();
    assertThat(comment(table, "request_latency_ns"))
        .isEqualTo("Last chunk - start. Null if the request is not valid. Unit: ns.");
    assertThat(table.columns().fields()).allMatch(StructField::isNullable);
    assertThat(type(table, "ended_time")).isEqualTo("timestamp");
    assertThat(type(table, "ended_epoch_ns")).isEqualTo("long");
    assertThat(type(table, "dt")).isEqualTo("date");
    assertThat(type(table, "labels")).startsWith("map[string, string");
    assertThat(type(table, "chunk_after_start_ns")).startsWith("array[long");
    assertThat(table.columns().fields()).allMatch(field -> comment(table, field.getName()) != null);
    assertThat(table.properties())
        .containsEntry("longhaul.dataset", "requests")
        .containsEntry(
            "delta.dataSkippingStatsColumns",
            "run_id,handed_time,ended_epoch_ns,ended_time,slice_index");
  }

  private static String comment(KernelTable table, String column) {
    return table.columns().get(column).getMetadata().getString("comment");
  }

  private static String type(KernelTable table, String column) {
    return table.columns().get(column).getDataType().toString();
  }

  @Test
  void everyDatasetHasColumnsThatDeltaKnows() throws IOException {
    for (Dataset<?> dataset : Dataset.ALL) {
      Path log = folder.resolve(dataset.name()).resolve("_delta_log");
      Files.createDirectories(log);
      ObjectNode metaData = JSON.createObjectNode();
      metaData
          .put("id", "x")
          .put("schemaString", DeltaColumns.of(TableColumns.of(dataset)).toString());
      metaData.putObject("format").put("provider", "parquet").putObject("options");
      metaData.putArray("partitionColumns").add("dt");
      metaData.putObject("configuration");
      Files.writeString(
          log.resolve("00000000000000000000.json"),
          "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n{\"metaData\":%s}\n"
              .formatted(metaData));

      assertThat(new KernelTable(log.getParent()).columns().fieldNames())
          .as(dataset.name())
          .contains("run_id", "dt", TableColumns.timestamp(dataset));
    }
  }

  @Test
  void aNewReleaseAddsItsColumnsWithTheNextFiles() throws IOException {
    write(RUN, 0, 0);
    add();
    // As a release wrote it that did not know one column and knew another.
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(commit(0))) {
      ObjectNode action = (ObjectNode) JSON.readTree(line);
      if (action.path("metaData") instanceof ObjectNode metaData) {
        ObjectNode columns = (ObjectNode) JSON.readTree(metaData.path("schemaString").asText());
        ArrayNode fields = (ArrayNode) columns.path("fields");
        for (int i = fields.size() - 1; i >= 0; i--) {
          if (fields.get(i).path("name").asText().equals("good")) {
            fields.remove(i);
          }
        }
        fields
            .addObject()
            .put("name", "later")
            .put("type", "string")
            .put("nullable", true)
            .putObject("metadata");
        metaData.put("schemaString", columns.toString());
      }
      lines.add(action.toString());
    }
    Files.write(commit(0), lines);
    assertThat(add().files()).isZero();
    assertThat(table().version()).as("nothing was added").isZero();
    write(RUN, 1, HOUR);

    add();

    assertThat(table().columns().fieldNames()).contains("good", "later").doesNotHaveDuplicates();
    assertThat(actions(1, "metaData").get(0).path("id"))
        .isEqualTo(actions(0, "metaData").get(0).path("id"));
    assertThat(idsInTable()).isEqualTo(ids(RUN, 2));
    write(RUN, 2, 2 * HOUR);
    add();
    assertThat(actions(2, "metaData")).isEmpty();
  }

  @Test
  void nestedColumnsAreAddedWhereTheyAreMissing() {
    ObjectNode older = columnsOfSlices();
    ArrayNode ofGroup =
        (ArrayNode) field(older, "time_to_first_token_ns").path("type").path("fields");
    int columns = ofGroup.size();
    ofGroup.remove(0);

    String union = DeltaColumns.union(older.toString(), columnsOfSlices());

    assertThat(field(read(union), "time_to_first_token_ns").path("type").path("fields"))
        .hasSize(columns);
    assertThat(DeltaColumns.union(union, columnsOfSlices())).isEqualTo(union);
  }

  private static ObjectNode columnsOfSlices() {
    return DeltaColumns.of(TableColumns.of(Dataset.SLICES));
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode field(JsonNode struct, String name) {
    for (JsonNode field : struct.path("fields")) {
      if (field.path("name").asText().equals(name)) {
        return field;
      }
    }
    throw new AssertionError("no column " + name);
  }

  @Test
  void aFilterByTimeReadsOnlyTheFilesOfThatTime() throws IOException {
    for (int number = 0; number < 5; number++) {
      write(RUN, number, number * HOUR);
    }
    write(RUN, 5, DAY);
    add();

    assertThat(table().files(endedIn("2026-01-02T06:00:00Z", "2026-01-02T06:10:00Z")))
        .containsExactly(WRITER + "-3.parquet");
    assertThat(table().files(endedIn("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"))).isEmpty();
    assertThat(table().files(endedIn("2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"))).hasSize(5);
    assertThat(
            table()
                .files(
                    new Predicate(
                        "=",
                        new Column("dt"),
                        Literal.ofDate((int) LocalDate.parse("2026-01-03").toEpochDay()))))
        .containsExactly("2026-01-03.run.part-a-5.parquet");
    assertThat(table().files(new Predicate("=", new Column("run_id"), Literal.ofString("none"))))
        .isEmpty();
  }

  private static Predicate endedIn(String from, String until) {
    return new And(
        new Predicate(">=", new Column("ended_time"), Literal.ofTimestamp(micros(from))),
        new Predicate("<", new Column("ended_time"), Literal.ofTimestamp(micros(until))));
  }

  private static long micros(String time) {
    return Instant.parse(time).toEpochMilli() * 1_000;
  }

  @Test
  void statisticsOfTimesAreRoundedAwayFromTheValues() throws IOException {
    Files.createDirectories(requests);
    WrittenRows.requests(
        requests.resolve(WRITER + "-0.parquet"),
        List.of(
            aRequest(RUN, "a").setEndedEpochNs(Rows.at(0) + 1_500_000).build(),
            aRequest(RUN, "b").setEndedEpochNs(Rows.at(0) + 7_500_000).build()));
    add();

    JsonNode statistics = read(actions(0, "add").get(0).path("stats").asText());
    assertThat(statistics.path("numRecords").asInt()).isEqualTo(2);
    assertThat(statistics.path("minValues").path("ended_time").asText())
        .isEqualTo("2026-01-02T03:04:05.001Z");
    assertThat(statistics.path("maxValues").path("ended_time").asText())
        .isEqualTo("2026-01-02T03:04:05.008Z");
    assertThat(statistics.path("minValues").path("run_id").asText()).isEqualTo(RUN);
    assertThat(statistics.path("maxValues").path("ended_epoch_ns").asLong())
        .isEqualTo(Rows.at(0) + 7_500_000);
    assertThat(statistics.path("nullCount").path("run_id").asInt()).isZero();
    assertThat(statistics.path("nullCount").size()).isEqualTo(5);
  }

  @Test
  void rowsThatWereDeletedFromATableAreNotAddedAgain() throws IOException {
    write(RUN, 0, 0);
    write(RUN, 1, HOUR);
    add();
    Files.writeString(
        commit(1),
        "{\"remove\":{\"path\":\"%s-0.parquet\",\"deletionTimestamp\":1,\"dataChange\":true}}\n"
            .formatted(WRITER));
    write(RUN, 2, 2 * HOUR);

    assertThat(add().files()).isEqualTo(1);

    assertThat(table().files()).containsExactly(WRITER + "-1.parquet", WRITER + "-2.parquet");
  }

  @Test
  void aTableIsNoPartOfTheLake() throws IOException {
    write(RUN, 0, 0);
    add();
    // OPTIMIZE of an engine writes the rows again.
    Path merged = requests.resolve("dt=2026-01-02/part-00000-6f1c-c000.zstd.parquet");
    Files.createDirectories(merged.getParent());
    Files.copy(requests.resolve(WRITER + "-0.parquet"), merged);
    Files.copy(merged, requests.resolve("_delta_log/00000000000000000000.checkpoint.parquet"));

    assertThat(lake.files(Dataset.REQUESTS))
        .containsExactly(requests.resolve(WRITER + "-0.parquet"));
    assertThat(lake.count(Dataset.REQUESTS, RUN)).isEqualTo(3);
    assertThat(lake.runs()).containsExactly(RUN);
    assertThat(new SharedLake(lake).problem(folder.resolve("artifacts"))).isEmpty();
    assertThat(add().files()).isZero();
  }

  @Test
  void aLakeInAnObjectStoreIsRefused() {
    assertThat(DeltaRegistration.problemOf(lake.folder())).isEmpty();
    assertThat(DeltaRegistration.problemOf(ObjectStores.folder("s3://soak/lake"))).isPresent();
  }
}
