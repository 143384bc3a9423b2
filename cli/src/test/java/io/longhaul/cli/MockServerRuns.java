package io.longhaul.cli;

import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A mock server with a truth log, and the processes that run against it, in one folder. */
final class MockServerRuns implements AutoCloseable {
  private final Path folder;
  private final Path truthLog;
  private final MockServer server;

  private MockServerRuns(Path folder, Path truthLog, MockServer server) {
    this.folder = folder;
    this.truthLog = truthLog;
    this.server = server;
  }

  /**
   * Starts the server.
   *
   * @param script options of the server in addition to its truth log
   */
  static MockServerRuns in(Path folder, MockServerOptions.Builder script) throws Exception {
    Path truthLog = folder.resolve("truth.jsonl");
    return new MockServerRuns(
        folder, truthLog, MockServer.start(script.truthLog(truthLog).build()));
  }

  /** Starts a server that responds in about 50 ms. */
  static MockServerRuns in(Path folder) throws Exception {
    return in(
        folder,
        MockServerOptions.builder()
            .timeToFirstToken("20ms")
            .interTokenLatency("2ms")
            .outputTokens("16"));
  }

  /** Starts a server with responses of 8 tokens in about 35 ms, and a truth log in a folder. */
  static MockServer withShortResponses(Path folder) throws Exception {
    return MockServer.start(
        MockServerOptions.builder()
            .timeToFirstToken("20ms")
            .interTokenLatency("2ms")
            .outputTokens("8")
            .truthLog(folder.resolve("truth.jsonl"))
            .build());
  }

  /** Returns the arguments of a run against the server, with slices of 1 s and without GPUs. */
  List<String> profileArguments(String... more) {
    return Stream.of(
            streamingFrom(server),
            List.of("--rehearsal-requests", "100", "--slice-duration", "1"),
            List.of("--artifact-dir", layout().folder().toString()),
            List.of(more))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the first arguments of a run against a server, without GPUs. */
  static List<String> streamingFrom(MockServer server) {
    return List.of(
        "profile",
        "--model",
        "mock-model",
        "--tokenizer",
        "builtin",
        "--url",
        "http://127.0.0.1:" + server.llmPort(),
        "--no-gpu-telemetry",
        "--streaming");
  }

  /**
   * Returns the arguments of a run at 20 requests/s, without a rehearsal, that writes to a lake.
   *
   * @param artifacts artifact folder; its name is the run's
   */
  static List<String> intoLake(
      MockServer server, Path artifacts, String lake, int seconds, String... more) {
    return Stream.of(
            streamingFrom(server),
            List.of("--isl", "16", "--request-rate", "20", "--rehearsal-requests", "0"),
            List.of("--benchmark-duration", Integer.toString(seconds)),
            List.of("--run-id", artifacts.getFileName().toString()),
            List.of("--artifact-dir", artifacts.toString(), "--lake", lake),
            List.of(more))
        .flatMap(List::stream)
        .toList();
  }

  RunningProfile profile(String... more) throws IOException {
    return RunningProfile.start(folder, profileArguments(more));
  }

  /** Executes {@code longhaul verify} on the run's folder. */
  EndedCommand verify() {
    return EndedCommand.of("verify", layout().folder().toString());
  }

  ExportLayout layout() {
    return new ExportLayout(folder.resolve("out"));
  }

  Lake lake() {
    return new Lake(layout().lake());
  }

  long requestsReceived() {
    return server.requestsReceived();
  }

  /** Returns the number of requests in progress at the server. */
  int openStreams() {
    return server.openStreams();
  }

  /** Waits until the server has received this many further requests. */
  void awaitMoreRequests(RunningProfile run, long more) throws InterruptedException {
    long wanted = server.requestsReceived() + more;
    run.await(() -> server.requestsReceived() >= wanted);
  }

  /**
   * Stops the server and asserts that each received request is in the lake or was declared lost.
   */
  void assertAllAccountedFor(Lake lake) throws IOException {
    assertAllAccountedFor(lake, lake.runs().get(0));
  }

  /** The same for a run of a lake of several runs. */
  void assertAllAccountedFor(Lake lake, String runId) throws IOException {
    server.close();
    RequestReconciliation.of(lake, runId, truthLog).assertBalanced();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
