package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with parent, broker, generators and job, against a mock server with a truth log. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class ProfileCommandIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void everyRequestThatTheServerReceivedIsInTheLakeOnceAndTheKeyIsStoredNowhere() throws Exception {
    String key = "canary-5e1f0c";
    try (MockServer server = mock(options -> options.apiKey(key));
        RunningProfile run =
            RunningProfile.start(
                folder,
                arguments(
                    server,
                    "--concurrency",
                    "8",
                    "--request-count",
                    "120",
                    "--warmup-request-count",
                    "20",
                    "--generators",
                    "2",
                    "--slice-duration",
                    "1",
                    "--network-latency-automatic",
                    "--export-level",
                    "raw",
                    "--export-outputs-json",
                    "--export-format",
                    "genai-perf",
                    "--output-style",
                    "24.03"),
                Map.of("LONGHAUL_API_KEY", key))) {
      run.child("BrokerMain");
      for (String name : List.of("--name g0", "--name g1")) {
        ProcessHandle generator = run.child(name);
        for (String file : List.of("cmdline", "environ")) {
          Path visible = Path.of("/proc", Long.toString(generator.pid()), file);
          assertThat(contains(visible, key)).as(file).isFalse();
        }
      }
      assertThat(run.exitStatus()).as(run.err()).isZero();
      run.assertNoProcessIsLeft();
      assertStandsNowhere(key, run.out() + run.err());
      assertIsForTheOwnerAlone("rw-------", layout().inputsJson());
      assertIsForTheOwnerAlone("rw-------", layout().outputsJson());
      assertIsForTheOwnerAlone("rw-------", layout().rawJsonl());
      assertIsForTheOwnerAlone("rwx------", layout().log());

      List<RequestRow> rows = rows();
      assertThat(rows).hasSize(140).allMatch(row -> row.getOutcome().equals("ok"));
      assertThat(idsOf(rows)).hasSize(140).isEqualTo(idsInTruthLog(140));
      assertThat(rows).filteredOn(row -> row.getPhase().equals("warmup")).hasSize(20);
      assertThat(rows).allMatch(row -> row.getOutputTokens() == 16);

      assertThat(layout().recordsJsonl()).content().hasLineCount(140);
      assertThat(Files.readAllLines(layout().rawJsonl()))
          .hasSize(140)
          .allSatisfy(line -> assertThat(line).contains("[DONE]").contains("\"payload\":{"));
      assertThat(JSON.readTree(layout().outputsJson().toFile()).path("data"))
          .hasSize(120)
          .allSatisfy(
              output -> assertThat(output.path("response_text").asText()).hasSizeGreaterThan(16));
      assertThat(layout().kept()).doesNotExist();
      assertThat(payloadsOf(Files.readAllLines(layout().rawJsonl())))
          .isSubsetOf(payloadsIn(layout().inputsJson()));

      RunRow summary = summary();
      assertThat(summary.getStatus()).isEqualTo("complete");
      assertThat(summary.getPlannedRequests()).isEqualTo(120);
      assertThat(summary.getTotals().getRequestsOk()).isEqualTo(120);
      assertThat(summary.getGpuTotals()).hasSize(2);
      JsonNode document = JSON.readTree(layout().longhaulJson().toFile());
      assertThat(document.path("accounting").path("balanced").asBoolean()).isTrue();
      assertThat(run.out())
          .contains("120 planned = 120 issued + 0 not issued")
          .contains("Time to First Token (ms)")
          .contains("NVIDIA H100")
          .contains("PA LLM Metrics");
      assertThat(JSON.readTree(layout().perfAnalyzerJson().toFile()).at("/experiments/0/requests"))
          .hasSize(120);
      assertThat(JSON.readTree(layout().genAiPerfJson().toFile()).at("/request_count/avg").asInt())
          .isEqualTo(120);
      assertThatTheNetworkWasMeasured();
    }
  }

  private void assertThatTheNetworkWasMeasured() throws IOException {
    List<Long> roundTrips = new ArrayList<>();
    for (String line : Files.readAllLines(layout().networkLatencyJsonl())) {
      JsonNode handshake = JSON.readTree(line);
      assertThat(handshake.path("success").asBoolean()).as(line).isTrue();
      roundTrips.add(handshake.path("rtt_ns").asLong());
    }
    assertThat(roundTrips).hasSizeGreaterThanOrEqualTo(5);
    double meanMillis =
        roundTrips.stream().mapToLong(Long::longValue).average().orElseThrow() / 1e6;
    JsonNode profile = JSON.readTree(layout().profileJson().toFile());
    assertThat(profile.at("/network_rtt/avg").asDouble()).isCloseTo(meanMillis, within(2e-6));
    assertThat(profile.at("/network_adjusted_request_latency/max").asDouble())
        .isCloseTo(profile.at("/request_latency/max").asDouble() - meanMillis, within(2e-6));
  }

  /** The server repeats the wrong key in its answers. */
  @Test
  void failedRequestsAreRowsWithReasonsAndWithoutTheEchoedKey() throws Exception {
    String key = "canary-b7d21e";
    Path keyFile = Files.writeString(folder.resolve("key"), key + "\n");
    try (MockServer server = mock(options -> options.apiKey("another"));
        RunningProfile run =
            profile(
                server,
                "--request-count",
                "10",
                "--no-preflight",
                "--api-key-file",
                keyFile.toString(),
                "--export-level",
                "raw")) {
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(4);
      assertStandsNowhere(key, run.out() + run.err());

      assertThat(rows())
          .hasSize(10)
          .allMatch(row -> row.getOutcome().equals("http_error") && row.getStatus() == 401)
          .allMatch(row -> row.getMessage().contains("Invalid API key: Bearer *************"));
      assertThat(run.out()).contains("http_error").contains("401");
    }
  }

  @Test
  void aRejectedAndEchoedKeyEndsTheRunBeforeTheLoadAndIsStoredNowhere() throws Exception {
    String key = "canary-90ac3f";
    Path keyFile = Files.writeString(folder.resolve("key"), key + "\n");
    try (MockServer server = mock(options -> options.apiKey("another"))) {
      EndedCommand run =
          EndedCommand.of(
              arguments(server, "--request-count", "10", "--api-key-file", keyFile.toString()));
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(4);
      assertThat(run.err())
          .contains("it returned HTTP status 401 (Invalid API key: Bearer *************")
          .contains("(give a valid key with --api-key; --no-preflight starts the load anyway)");
      assertStandsNowhere(key, run.out() + run.err());
    }
  }

  @Test
  void anUnreachableServerIsReportedBeforeTheStart() {
    EndedCommand run =
        EndedCommand.of(
            "profile",
            "-m",
            "m",
            "--tokenizer",
            "builtin",
            "-u",
            "http://127.0.0.1:9",
            "--no-gpu-telemetry",
            "--artifact-dir",
            layout().folder().toString());
    assertThat(run.exitStatus()).isEqualTo(4);
    assertThat(run.err())
        .isEqualTo(
            "Cannot reach http://127.0.0.1:9: connection refused (start the server, or give its"
                + " address with --url)\n");
    assertThat(layout().log()).doesNotExist();
  }

  @Test
  void aGenAiPerfCommandLineRunsAndARepetitionUsesANewFolder() throws Exception {
    try (MockServer server = mock(options -> {})) {
      List<String> typed =
          List.of(
              "genai-perf",
              "profile",
              "-m",
              "mock-model",
              "--endpoint-type",
              "chat",
              "--streaming",
              "-u",
              "127.0.0.1:" + server.llmPort(),
              "--synthetic-input-tokens-mean",
              "32",
              "--output-tokens-mean",
              "9",
              "--extra-inputs",
              "ignore_eos:true",
              "--concurrency",
              "3",
              "--tokenizer",
              "builtin",
              "--no-gpu-telemetry",
              "--artifact-dir",
              folder.toString());
      for (int i = 0; i < 2; i++) {
        try (RunningProfile run = RunningProfile.start(folder, typed)) {
          assertThat(run.exitStatus()).as(run.err()).isZero();
          assertThat(run.err()).contains("As: longhaul profile --model 'mock-model'");
        }
      }
    }
    ExportLayout named = new ExportLayout(folder.resolve("mock-model-openai-chat-concurrency3"));
    assertThat(JSON.readTree(named.perfAnalyzerJson().toFile()).at("/experiments/0/requests"))
        .hasSize(10);
    assertThat(payloadsIn(named.inputsJson()))
        .hasSize(100)
        .allMatch(payload -> payload.path("max_tokens").asInt() == 9)
        .allMatch(payload -> payload.path("ignore_eos").asBoolean());
    assertThat(new Lake(named.lake()).runs()).hasSize(1);
    try (Stream<Path> runs = Files.list(folder)) {
      assertThat(runs.map(run -> run.getFileName().toString()))
          .filteredOn(name -> name.startsWith("mock-model"))
          .as("the second run has a folder of its own, and the first stays as it is")
          .satisfiesExactlyInAnyOrder(
              name -> assertThat(name).isEqualTo("mock-model-openai-chat-concurrency3"),
              name ->
                  assertThat(name).matches("mock-model-openai-chat-concurrency3-\\d{8}-\\d{6}"));
    }
  }

  private static void assertIsForTheOwnerAlone(String mode, Path written) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
        .as(written.toString())
        .isEqualTo(mode);
  }

  private void assertStandsNowhere(String key, String printed) throws IOException {
    assertThat(printed).doesNotContain(key);
    try (Stream<Path> files = Files.walk(layout().folder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(contains(file, key)).as(file.toString()).isFalse();
      }
    }
  }

  private static Set<JsonNode> payloadsOf(List<String> rawLines) throws IOException {
    Set<JsonNode> payloads = new HashSet<>();
    for (String line : rawLines) {
      payloads.add(JSON.readTree(line).path("payload"));
    }
    return payloads;
  }

  private static Set<JsonNode> payloadsIn(Path inputs) throws IOException {
    Set<JsonNode> payloads = new HashSet<>();
    for (JsonNode session : JSON.readTree(inputs.toFile()).path("data")) {
      session.path("payloads").forEach(payloads::add);
    }
    return payloads;
  }

  private static boolean contains(Path file, String text) throws IOException {
    return new String(Files.readAllBytes(file), ISO_8859_1).contains(text);
  }

  private ExportLayout layout() {
    return new ExportLayout(folder.resolve("out"));
  }

  private MockServer mock(Consumer<MockServerOptions.Builder> more) throws IOException {
    MockServerOptions.Builder options =
        MockServerOptions.builder()
            .timeToFirstToken("20ms")
            .interTokenLatency("2ms")
            .outputTokens("16")
            .truthLog(folder.resolve("truth.jsonl"));
    more.accept(options);
    return MockServer.start(options.build());
  }

  private RunningProfile profile(MockServer server, String... more) throws IOException {
    return RunningProfile.start(folder, arguments(server, more));
  }

  private List<String> arguments(MockServer server, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "profile",
                "--model",
                "mock-model",
                "--tokenizer",
                "builtin",
                "--url",
                "http://127.0.0.1:" + server.llmPort(),
                "--gpu-telemetry",
                "http://127.0.0.1:" + server.dcgmPort() + "/metrics",
                "--streaming",
                "--isl",
                "32",
                "--rehearsal-requests",
                "100",
                "--artifact-dir",
                layout().folder().toString()));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private List<RequestRow> rows() throws IOException {
    Lake lake = new Lake(layout().lake());
    return lake.rows(Dataset.REQUESTS, lake.runs().get(0));
  }

  private RunRow summary() throws IOException {
    Lake lake = new Lake(layout().lake());
    return lake.rows(Dataset.RUNS, lake.runs().get(0)).get(0);
  }

  private static Set<String> idsOf(List<RequestRow> rows) {
    Set<String> ids = new HashSet<>();
    rows.forEach(row -> ids.add(row.getRequestId()));
    return ids;
  }

  /** The log of a server that still runs is up to 200 ms behind. */
  private Set<String> idsInTruthLog(int expected) throws IOException, InterruptedException {
    Path truth = folder.resolve("truth.jsonl");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (Files.readAllLines(truth, UTF_8).size() < expected && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    Set<String> ids = new HashSet<>();
    for (String line : Files.readAllLines(truth, UTF_8)) {
      ids.add(JSON.readTree(line).path("request_id").asText());
    }
    return ids;
  }
}
