package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.ExitCode;
import io.longhaul.mock.MockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables that follow a run while processes are killed. They are read by PyIceberg and, if their
 * libraries are there, by DuckDB and Spark.
 */
@EnabledIfSystemProperty(
    named = "longhaul.python",
    matches = ".+",
    disabledReason = "no Python with PyIceberg and moto")
class IcebergIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int KILLS = 5;
  private static final int SECONDS = 60;
  private static final int MORE_THAN_IT_TAKES_SECONDS = 1_800;
  private static final String RUN = "tables";
  private static final String BUCKET = "s3://soak/lake";

  private static final String PARENT = "";
  private static final String GENERATOR = "generate --with-parent";
  private static final String BROKER = "BrokerMain";

  @TempDir Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private MockServer server;
  private String storeUrl = "";

  @BeforeEach
  void startServer() throws Exception {
    server = MockServerRuns.withShortResponses(folder);
  }

  @AfterEach
  void stopServer() throws IOException {
    server.close();
  }

  @Test
  void tablesFollowARunAlthoughTheirWriterIsKilled() throws Exception {
    String lake = folder.resolve("lake").toString();
    Random random = new Random(5);
    try (RunningProfile run = profile(lake, SECONDS)) {
      run.await(() -> addSucceeds(lake));
      for (int kill = 0; kill < KILLS && run.isRunning(); kill++) {
        try (RunningProfile follower =
            start("follower", "register", lake, "--iceberg", catalog(), "--follow", "--compact")) {
          follower.awaitErr("Ctrl-C ends it");
          TimeUnit.MILLISECONDS.sleep(random.nextInt(4_000)); // killed at any time
          follower.kill();
        }
        assertThat(requests(read())).as("each request is there once").doesNotHaveDuplicates();
      }
      assertThat(run.exitStatus()).as(run.err()).isZero();
    }
    assertThat(command("register", lake, "--iceberg", catalog())).as(errors()).isZero();
    JsonNode whole = read();
    assertThat(requests(whole)).containsExactlyInAnyOrderElementsOf(requestsReceived());
    assertThat(whole.path("rows").path("requests").asLong())
        .isEqualTo(longhaulJson().path("accounting").path("issued").asLong());
    assertThatMergedFilesContainTheSameRows(lake, whole);
    assertThat(command("verify", artifacts())).as(printed()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX) // processes are identified through /proc
  void aRunAddsItsRowsToTablesInABucketAlthoughItsProcessesAreKilled() throws Exception {
    List<TableReader> readers = new ArrayList<>();
    try (ObjectStoreServer store =
        new ObjectStoreServer(System.getProperty("longhaul.python"), folder, "soak")) {
      storeUrl = "http://127.0.0.1:" + store.port();
      environment.put("AWS_ENDPOINT_URL", storeUrl);
      environment.put("AWS_ACCESS_KEY_ID", "key");
      environment.put("AWS_SECRET_ACCESS_KEY", "secret");
      for (String name : readerNames()) {
        readers.add(reader(name));
        readers.get(readers.size() - 1).awaitReady();
      }
      runWhoseProcessesAreKilled(readers);

      Set<String> received = requestsReceived();
      JsonNode tables = readers.get(0).end();
      for (TableReader other : readers.subList(1, readers.size())) {
        JsonNode same = other.end();
        assertThat(same.path("rows")).isEqualTo(tables.path("rows"));
        assertThat(requests(same)).containsExactlyInAnyOrderElementsOf(requests(tables));
      }
      assertThat(requests(tables)).doesNotHaveDuplicates();
      reconciliation(received, tables).assertBalanced();
      assertThat(command("register", BUCKET, "--iceberg", catalog())).as(errors()).isZero();
      assertThat(printed()).startsWith("Added 0 files");
      assertThatMergedFilesContainTheSameRows(BUCKET, tables);
      assertThat(command("verify", artifacts()))
          .as(printed())
          .isIn(ExitCode.DONE.status(), ExitCode.DATA_INCOMPLETE.status());
      assertThat(printed()).doesNotContain("WRONG");
    } finally {
      readers.forEach(TableReader::close);
    }
  }

  /** Those whose libraries are there. */
  private static List<String> readerNames() {
    return System.getProperty("longhaul.iceberg.readers", "").isEmpty()
        ? List.of("pyiceberg")
        : List.of("pyiceberg", "duckdb", "spark");
  }

  private void runWhoseProcessesAreKilled(List<TableReader> readers) throws Exception {
    Random random = new Random(11);
    RunningProfile run =
        profile(
            BUCKET, MORE_THAN_IT_TAKES_SECONDS, "--lake-format", "iceberg", "--iceberg", catalog());
    try {
      awaitMoreRows(run, readers, reader -> 0);
      for (String victim : List.of(GENERATOR, BROKER, PARENT, BROKER, GENERATOR)) {
        TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt(8_000)); // killed at any time
        if (victim.equals(PARENT)) {
          run.kill();
          run.exitStatus();
          run = start("resume", "resume", artifacts());
          run.awaitErr("the load continues");
        } else {
          run.child(victim).destroyForcibly();
        }
      }
      Map<TableReader, Long> before = new HashMap<>();
      readers.forEach(reader -> before.put(reader, newest(reader)));
      awaitMoreRows(run, readers, before::get);
      run.terminate();
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(ExitCode.DATA_INCOMPLETE.status());
      assertThat(run.err()).doesNotContain("the tables of");
    } finally {
      run.close();
    }
    for (TableReader reader : readers) {
      assertThat(reader.looks()).as("no row is ever missing").isSorted();
    }
  }

  private static void awaitMoreRows(
      RunningProfile run, List<TableReader> readers, ToLongFunction<TableReader> before)
      throws InterruptedException {
    run.await(() -> readers.stream().allMatch(each -> newest(each) > before.applyAsLong(each)));
  }

  /** Returns the number of rows that the newest look found; 0 if there is none. */
  private static long newest(TableReader reader) {
    List<Long> looks = reader.looks();
    return looks.isEmpty() ? 0 : looks.get(looks.size() - 1);
  }

  private static RequestReconciliation reconciliation(Set<String> received, JsonNode tables) {
    Set<String> requests = new HashSet<>();
    for (JsonNode request : tables.path("requests")) {
      String id = request.path("id").asText();
      if (request.path("sent").asBoolean() || received.contains(id)) {
        requests.add(id);
      }
    }
    Set<String> late = new HashSet<>();
    tables.path("late").forEach(id -> late.add(id.asText()));
    late.remove("");
    late.removeAll(requests);
    return new RequestReconciliation(received, requests, late, tables.path("unseen").asLong());
  }

  private void assertThatMergedFilesContainTheSameRows(String lake, JsonNode whole)
      throws IOException, InterruptedException {
    assertThat(
            command(
                "register",
                lake,
                "--iceberg",
                catalog(),
                "--compact",
                "--iceberg-keep-snapshots",
                "0"))
        .as(errors())
        .isZero();
    JsonNode merged = read();
    assertThat(merged.path("rows")).isEqualTo(whole.path("rows"));
    assertThat(merged.path("files").asInt()).isEqualTo(1).isLessThan(whole.path("files").asInt());
    assertThat(requests(merged)).containsExactlyInAnyOrderElementsOf(requests(whole));
  }

  private boolean addSucceeds(String lake) {
    try {
      return command("register", lake, "--iceberg", catalog()) == 0;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Path database() {
    return folder.resolve("catalog.db");
  }

  private String catalog() {
    return "jdbc:sqlite:" + database();
  }

  private String artifacts() {
    return folder.resolve(RUN).toString();
  }

  private RunningProfile profile(String lake, int seconds, String... more) throws IOException {
    List<String> words = MockServerRuns.intoLake(server, folder.resolve(RUN), lake, seconds, more);
    return start("run", words.toArray(String[]::new));
  }

  private RunningProfile start(String name, String... words) throws IOException {
    return RunningProfile.start(
        Files.createDirectories(folder.resolve("output-" + name)), List.of(words), environment);
  }

  private int command(String... words) throws IOException, InterruptedException {
    try (RunningProfile command = start("command", words)) {
      return command.exitStatus();
    }
  }

  private String printed() throws IOException {
    return Files.readString(folder.resolve("output-command/stdout.txt"), UTF_8);
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("output-command/stderr.txt"), UTF_8);
  }

  private TableReader reader(String name) throws IOException {
    return TableReader.start(name, folder, database(), storeUrl);
  }

  /** Reads the tables once, with PyIceberg. */
  private JsonNode read() throws IOException, InterruptedException {
    try (TableReader reader = reader("pyiceberg")) {
      return reader.end();
    }
  }

  private static List<String> requests(JsonNode read) {
    List<String> ids = new ArrayList<>();
    read.path("requests").forEach(request -> ids.add(request.path("id").asText()));
    return ids;
  }

  private Set<String> requestsReceived() throws IOException {
    server.close();
    Set<String> received = new HashSet<>();
    for (String line : Files.readAllLines(folder.resolve("truth.jsonl"), UTF_8)) {
      received.add(JSON.readTree(line).path("request_id").asText());
    }
    return received;
  }

  private JsonNode longhaulJson() throws IOException {
    return JSON.readTree(folder.resolve(RUN).resolve("longhaul.json").toFile());
  }
}
