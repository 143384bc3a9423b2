package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables that follow a run, while the process that adds the files is killed again and again. They
 * are read by PyIceberg.
 */
@EnabledIfSystemProperty(
    named = "longhaul.python",
    matches = ".+",
    disabledReason = "no Python with PyIceberg, DuckDB and moto")
class IcebergIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int KILLS = 5;
  private static final int SECONDS = 60;
  private static final String RUN = "tables";

  /**
   * Prints the number of rows of each table and, in their order in the table, the times and IDs of
   * the requests; nothing if there is no table yet.
   */
  private static final String READER =
      """
      import json, sys
      import duckdb
      from pyiceberg.catalog.sql import SqlCatalog
      store = {} if not sys.argv[2] else {
          "s3.endpoint": sys.argv[2], "s3.access-key-id": "key", "s3.secret-access-key": "secret",
          "s3.region": "us-east-1"}
      catalog = SqlCatalog("longhaul", uri="sqlite:///" + sys.argv[1], **store)
      rows, requests, files = {}, [], 0
      for name in catalog.list_tables("longhaul"):
          table = catalog.load_table(name)
          if table.current_snapshot() is None:
              continue
          arrow = table.scan().to_arrow()
          rows[name[1]] = duckdb.sql("SELECT count(*) FROM arrow").fetchall()[0][0]
          if name[1] == "requests":
              requests = arrow.column("request_id").to_pylist()
              files = len(list(table.scan().plan_files()))
      print(json.dumps({"rows": rows, "requests": requests, "files": files}))
      """;

  @TempDir Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private String storeUrl = "";

  @Test
  void tablesFollowARunAlthoughTheirWriterIsKilled() throws Exception {
    follow(folder.resolve("lake").toString());
  }

  @Test
  void tablesFollowARunInABucket() throws Exception {
    try (ObjectStoreServer store =
        new ObjectStoreServer(System.getProperty("longhaul.python"), folder, "soak")) {
      storeUrl = "http://127.0.0.1:" + store.port();
      environment.put("AWS_ENDPOINT_URL", storeUrl);
      environment.put("AWS_ACCESS_KEY_ID", "key");
      environment.put("AWS_SECRET_ACCESS_KEY", "secret");
      follow("s3://soak/lake");
    }
  }

  private void follow(String lake) throws Exception {
    Random random = new Random(5);
    try (MockServer server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("20ms")
                .interTokenLatency("2ms")
                .outputTokens("8")
                .truthLog(folder.resolve("truth.jsonl"))
                .build())) {
      try (RunningProfile run = profile(server, lake)) {
        run.await(() -> addSucceeds(lake));
        for (int kill = 0; kill < KILLS && run.isRunning(); kill++) {
          try (RunningProfile follower =
              start(
                  "follower", "register", lake, "--iceberg", catalog(), "--follow", "--compact")) {
            follower.awaitErr("Ctrl-C ends it");
            TimeUnit.MILLISECONDS.sleep(random.nextInt(4_000)); // killed at any time
            follower.kill();
          }
          assertThat(requests(read())).as("each request is there once").doesNotHaveDuplicates();
        }
        assertThat(run.exitStatus()).as(run.err()).isZero();
      }
    }
    assertThat(command("register", lake, "--iceberg", catalog())).as(errors()).isZero();
    JsonNode whole = read();
    assertThat(requests(whole).stream().sorted().toList()).isEqualTo(requestsReceived());
    JsonNode counted = longhaulJson();
    assertThat(whole.path("rows").path("requests").asLong())
        .isEqualTo(counted.path("accounting").path("issued").asLong());

    assertThat(
            command("register", lake, "--iceberg", catalog(), "--compact", "--iceberg-keep-snapshots", "0"))
        .as(errors())
        .isZero();
    JsonNode compacted = read();
    assertThat(compacted.path("rows")).isEqualTo(whole.path("rows"));
    assertThat(compacted.path("files").asInt())
        .isEqualTo(1)
        .isLessThan(whole.path("files").asInt());
    assertThat(requests(compacted).stream().sorted().toList()).isEqualTo(requestsReceived());
    assertThat(command("verify", folder.resolve(RUN).toString())).as(errors()).isZero();
  }

  private boolean addSucceeds(String lake) {
    try {
      return command("register", lake, "--iceberg", catalog()) == 0;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String catalog() {
    return "jdbc:sqlite:" + folder.resolve("catalog.db");
  }

  private RunningProfile profile(MockServer server, String lake) throws IOException {
    return start(
        "run",
        "profile",
        "--model",
        "mock-model",
        "--tokenizer",
        "builtin",
        "--url",
        "http://127.0.0.1:" + server.llmPort(),
        "--no-gpu-telemetry",
        "--streaming",
        "--isl",
        "16",
        "--request-rate",
        "20",
        "--benchmark-duration",
        Integer.toString(SECONDS),
        "--rehearsal-requests",
        "0",
        "--run-id",
        RUN,
        "--artifact-dir",
        folder.resolve(RUN).toString(),
        "--lake",
        lake);
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

  private String errors() throws IOException {
    return Files.readString(folder.resolve("output-command/stderr.txt"), UTF_8);
  }

  private JsonNode read() throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("reader.py"), READER);
    Path output = folder.resolve("reader.json");
    Path errors = folder.resolve("reader.txt");
    Process process =
        new ProcessBuilder(
                System.getProperty("longhaul.python"),
                script.toString(),
                folder.resolve("catalog.db").toString(),
                storeUrl)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(() -> contentOf(errors)).isZero();
    return JSON.readTree(output.toFile());
  }

  private static String contentOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> requests(JsonNode read) {
    List<String> ids = new ArrayList<>();
    read.path("requests").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  private List<String> requestsReceived() throws IOException {
    List<String> received = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("truth.jsonl"), UTF_8)) {
      received.add(JSON.readTree(line).path("request_id").asText());
    }
    return received.stream().sorted().toList();
  }

  private JsonNode longhaulJson() throws IOException {
    return JSON.readTree(folder.resolve(RUN).resolve("longhaul.json").toFile());
  }
}
