package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.mock.MockServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A lake in a bucket of an S3 server that we did not write, and the failures of this server. */
@EnabledIfSystemProperty(
    named = "longhaul.python",
    matches = ".+",
    disabledReason = "no Python with moto and PyArrow")
class ObjectStoreIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LAKE = "s3://soak/lakes/june";
  private static final String SECRET = "secret-of-the-bucket";

  /**
   * Reads lines with a word and the ID of a run. Prints for {@code files} the number of files with
   * requests of the run, and for {@code rows} the IDs of these requests, each as often as the lake
   * has it.
   */
  private static final String REQUESTS_BY_PYARROW =
      """
      import sys
      import pyarrow.dataset as ds
      from pyarrow import fs
      store = fs.S3FileSystem(endpoint_override=sys.argv[1], scheme="http", region="us-east-1",
                              connect_timeout=10, request_timeout=60)
      for line in sys.stdin:
          word, run = line.split()
          if word == "files":
              files = store.get_file_info(fs.FileSelector("soak/lakes/june/requests", allow_not_found=True))
              print(sum(f".{run}." in file.base_name for file in files), flush=True)
          else:
              rows = ds.dataset("soak/lakes/june/requests", filesystem=store, format="parquet")
              ids = rows.to_table(columns=["request_id"], filter=ds.field("run_id") == run)
              print(" ".join(ids.column("request_id").to_pylist()), flush=True)
      """;

  /** As often as someone would look who waits. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  @TempDir Path folder;
  private ObjectStoreServer store;
  private StoreProxy proxy;
  private MockServer server;
  private boolean isServerClosed;
  private Process reader;
  private BufferedReader answers;

  @BeforeEach
  void start() throws Exception {
    store = new ObjectStoreServer(System.getProperty("longhaul.python"), folder, "soak");
    proxy = new StoreProxy(store.port());
    server = MockServerRuns.withShortResponses(folder);
  }

  /** It takes a second of CPU time to load its libraries, so it stays until the end. */
  private void startReader() throws IOException {
    Path script = Files.writeString(folder.resolve("requests.py"), REQUESTS_BY_PYARROW);
    ProcessBuilder python =
        new ProcessBuilder(
            System.getProperty("longhaul.python"), script.toString(), "127.0.0.1:" + store.port());
    python.environment().put("AWS_ACCESS_KEY_ID", "key");
    python.environment().put("AWS_SECRET_ACCESS_KEY", SECRET);
    reader = python.redirectError(folder.resolve("py.txt").toFile()).start();
    answers = reader.inputReader(UTF_8);
  }

  @AfterEach
  void stop() throws IOException {
    if (reader != null) {
      reader.destroyForcibly().onExit().join();
    }
    closeServer();
    proxy.close();
    store.close();
  }

  @Test
  void aRunLosesNothingWhileItsBucketFails() throws Exception {
    try (RunningProfile run = profile("faults", 100)) {
      run.await(() -> files("faults") > 0, BETWEEN_LOOKS);
      for (StoreProxy.Fault fault :
          List.of(
              StoreProxy.Fault.of("503 Slow Down", "SlowDown"),
              StoreProxy.Fault.of("403 Forbidden", "ExpiredToken"),
              StoreProxy.Fault.AWAY)) {
        proxy.begin(fault);
        run.await(() -> proxy.affected() >= 3);
        assertThat(proxy.begin(StoreProxy.Fault.NONE)).isGreaterThanOrEqualTo(3);
        long before = files("faults");
        run.await(() -> files("faults") > before, BETWEEN_LOOKS);
      }
      assertThat(run.exitStatus()).as(run.err()).isZero();
    }

    assertThat(command("verify", artifacts("faults"))).isZero();
    assertThat(requestsInLake("faults")).isEqualTo(requestsReceived());
    assertThat(command("runs", LAKE)).isZero();
    assertThat(printed()).containsPattern("(?m)^ *faults .* complete ");
    assertThat(command("report", artifacts("faults"))).isZero();
    assertThatNoFileContainsTheSecret();
  }

  @Test
  void aKilledRunIsFinishedFromItsLog() throws Exception {
    try (RunningProfile run = profile("killed", 600)) {
      run.await(() -> files("killed") > 0, BETWEEN_LOOKS);
      run.kill();
    }

    assertThat(command("resume", "--no-load", artifacts("killed"))).as(errors()).isEqualTo(5);
    assertThat(command("verify", artifacts("killed"))).isEqualTo(5);
    assertThat(printed()).doesNotContain("wrong");
    assertThat(new TreeSet<>(requestsInLake("killed"))).hasSameSizeAs(requestsInLake("killed"));
    assertThat(requestsReceived()).containsAll(requestsInLake("killed"));
  }

  @Test
  void aBucketThatCannotBeWrittenIsRefusedBeforeTheRun() throws Exception {
    proxy.begin(StoreProxy.Fault.of("403 Forbidden", "AccessDenied"));

    try (RunningProfile run = profile("refused", 5)) {
      assertThat(run.exitStatus()).isEqualTo(2);
      assertThat(run.err())
          .contains("Cannot access " + LAKE, "(check the bucket, the permissions and ")
          .contains("403")
          .doesNotContain("Exception");
    }
    assertThat(folder.resolve("refused")).doesNotExist();
  }

  private RunningProfile profile(String run, int seconds) throws IOException {
    return start(run, MockServerRuns.intoLake(server, folder.resolve(run), LAKE, seconds));
  }

  private RunningProfile start(String name, List<String> words) throws IOException {
    return RunningProfile.start(
        Files.createDirectories(folder.resolve("output-" + name)),
        words,
        Map.of(
            "AWS_ENDPOINT_URL",
            proxy.url(),
            "AWS_ACCESS_KEY_ID",
            "key",
            "AWS_SECRET_ACCESS_KEY",
            SECRET));
  }

  private String artifacts(String run) {
    return folder.resolve(run).toString();
  }

  private int command(String... words) throws IOException, InterruptedException {
    try (RunningProfile command = start("command", List.of(words))) {
      return command.exitStatus();
    }
  }

  private String printed() throws IOException {
    return Files.readString(folder.resolve("output-command/stdout.txt"), UTF_8);
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("output-command/stderr.txt"), UTF_8);
  }

  /** Returns the number of files with requests that other programs see. */
  private long files(String run) {
    try {
      return Long.parseLong(answer("files " + run));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> requestsInLake(String run) throws IOException {
    String ids = answer("rows " + run);
    return Stream.of(ids.split(" ", -1)).filter(id -> !id.isEmpty()).sorted().toList();
  }

  private String answer(String question) throws IOException {
    if (reader == null) {
      startReader();
    }
    reader.outputWriter(UTF_8).append(question).append('\n').flush();
    String answer = answers.readLine();
    assertThat(answer).as(() -> "PyArrow: " + errorsOfReader()).isNotNull();
    return answer;
  }

  private String errorsOfReader() {
    try {
      return Files.readString(folder.resolve("py.txt"), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Completes the truth log. */
  private void closeServer() throws IOException {
    if (!isServerClosed) {
      isServerClosed = true;
      server.close();
    }
  }

  private List<String> requestsReceived() throws IOException {
    closeServer();
    List<String> received = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("truth.jsonl"), UTF_8)) {
      received.add(JSON.readTree(line).path("request_id").asText());
    }
    return received.stream().sorted().toList();
  }

  private void assertThatNoFileContainsTheSecret() throws IOException {
    try (var files = Files.walk(folder.resolve("faults"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(
                new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(SECRET);
      }
    }
  }
}
