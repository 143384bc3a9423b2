package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.mock.MockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Delta tables that follow a run, while the processes that add the files are killed again and
 * again. They are read by delta-rs.
 */
@EnabledIfSystemProperty(
    named = "longhaul.python",
    matches = ".+",
    disabledReason = "no Python with deltalake, PyArrow and DuckDB")
class DeltaIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int KILLS = 4;
  private static final int SECONDS = 30;
  private static final String RUN = "tables";

  /**
   * Prints the number of rows of each table and the IDs of the requests; with a second argument,
   * merges the files of the tables before, and otherwise also prints how many rows differ from
   * those of the files.
   */
  private static final String READER =
      """
      import json, os, sys
      from pathlib import Path
      import duckdb
      from deltalake import DeltaTable
      merges = len(sys.argv) > 2
      rows, requests, files, different = {}, [], 0, 0
      for log in sorted(Path(sys.argv[1]).glob("*/_delta_log")):
          if not list(log.glob("*.json")):
              continue
          table = DeltaTable(str(log.parent))
          if merges:
              table.optimize.compact()
          arrow = table.to_pyarrow_table()
          rows[log.parent.name] = arrow.num_rows
          if log.parent.name == "requests":
              requests = arrow.column("request_id").to_pylist()
              files = len(table.file_uris())
          if not merges:
              parquet = " UNION ALL ".join(f"SELECT {', '.join(arrow.column_names)} FROM '{file}'" for file in
                                           table.file_uris())
              for one, other in [("SELECT * FROM arrow", parquet), (parquet, "SELECT * FROM arrow")]:
                  different += duckdb.sql(f"SELECT count(*) FROM (({one}) EXCEPT ALL ({other}))").fetchall()[0][0]
      print(json.dumps({"rows": rows, "requests": requests, "files": files, "different": different}), flush=True)
      os._exit(0)  # after a merge, threads of delta-rs can abort Python while it ends
      """;

  @TempDir Path folder;
  private Path lake;

  @Test
  void tablesFollowARunAlthoughTheirWritersAreKilled() throws Exception {
    lake = folder.resolve("lake");
    Random random = new Random(5);
    try (MockServer server = MockServerRuns.withShortResponses(folder);
        RunningProfile run = profile(server)) {
      run.await(this::addSucceeds);
      for (int kill = 0; kill < KILLS && run.isRunning(); kill++) {
        try (RunningProfile one = start("one", "register", lake.toString(), "--delta", "--follow");
            RunningProfile two = start("two", "register", lake.toString(), "--delta", "--follow")) {
          one.awaitErr("Ctrl-C ends it");
          two.awaitErr("Ctrl-C ends it");
          TimeUnit.MILLISECONDS.sleep(random.nextInt(3_000)); // killed at any time
          one.kill();
          two.kill();
        }
        assertThat(requests(read())).as("each request is there once").doesNotHaveDuplicates();
      }
      assertThat(run.exitStatus()).as(run.err()).isZero();
    }
    assertThat(command("register", lake.toString(), "--delta")).as(errors()).isZero();

    JsonNode whole = read();
    assertThat(requests(whole).stream().sorted().toList()).isEqualTo(requestsReceived());
    assertThat(whole.path("rows").path("requests").asLong())
        .isEqualTo(longhaulJson().path("accounting").path("issued").asLong());
    assertThat(whole.path("different").asInt()).as("rows that differ from the files").isZero();
    assertThat(whole.path("rows")).hasSizeGreaterThan(4);

    JsonNode merged = read("merge");
    assertThat(merged.path("rows")).isEqualTo(whole.path("rows"));
    assertThat(merged.path("files").asInt()).isEqualTo(1).isLessThan(whole.path("files").asInt());
    assertThat(command("register", lake.toString(), "--delta")).as(errors()).isZero();
    assertThat(output()).startsWith("Added 0 files ");
    assertThat(requests(read()).stream().sorted().toList()).isEqualTo(requestsReceived());
    assertThat(command("verify", folder.resolve(RUN).toString())).as(errors()).isZero();
  }

  private boolean addSucceeds() {
    try {
      return command("register", lake.toString(), "--delta") == 0;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private RunningProfile profile(MockServer server) throws IOException {
    List<String> words =
        MockServerRuns.intoLake(server, folder.resolve(RUN), lake.toString(), SECONDS);
    return start("run", words.toArray(String[]::new));
  }

  private RunningProfile start(String name, String... words) throws IOException {
    return RunningProfile.start(
        Files.createDirectories(folder.resolve("output-" + name)), List.of(words), Map.of());
  }

  private int command(String... words) throws IOException, InterruptedException {
    try (RunningProfile command = start("command", words)) {
      return command.exitStatus();
    }
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("output-command/stderr.txt"), UTF_8);
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("output-command/stdout.txt"), UTF_8);
  }

  private JsonNode read(String... arguments) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("reader.py"), READER);
    Path output = folder.resolve("reader.json");
    Path errors = folder.resolve("reader.txt");
    List<String> command =
        new ArrayList<>(
            List.of(System.getProperty("longhaul.python"), script.toString(), lake.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
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
