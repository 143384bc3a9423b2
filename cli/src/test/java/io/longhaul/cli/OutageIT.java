package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that fail during a run, that never respond, or that respond wrongly. */
class OutageIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path shared;

  private static SharedPipeline pipeline;

  @TempDir Path folder;

  @BeforeAll
  static void startPipeline() throws Exception {
    pipeline = SharedPipeline.start(shared);
  }

  @AfterAll
  static void stopPipeline() {
    pipeline.close();
  }

  @Test
  void aClosedLoopBacksOffFromARestartingServerAndTheRunSucceeds() throws Exception {
    int port = aFreePort();
    MockServer server = MockServer.start(server(port).build());
    try {
      PipelineRun run = start("restart", port, "--concurrency", "16", "--benchmark-duration", "14");
      awaitRequests(run, server, 100);
      server.close();
      long over = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
      run.await(() -> System.nanoTime() > over);
      server = MockServer.start(server(port).build());
      awaitRequests(run, server, 100);

      EndedCommand ended = run.ended();
      assertThat(ended.exitStatus()).as(ended.err()).isZero();
      JsonNode availability = longhaulJson().path("availability");
      assertThat(availability.path("unavailable_seconds").asInt()).isBetween(3, 7);
      assertThat(availability.path("available_seconds").asInt()).isGreaterThan(5);
      assertThat(availability.path("refused_connections").asInt()).isBetween(5, 100);
      assertThat(availability.path("backed_off_seconds").asDouble()).isBetween(2.0, 7.0);
      assertThat(availability.path("outages").asInt()).isEqualTo(1);
      assertThat(lastLine(ended.err()))
          .startsWith("No server was available for ")
          .contains("were refused");
    } finally {
      server.close();
    }
  }

  @Test
  void aRunWithMostRequestsFailedEndsWith4AndReportsSinceWhen() throws Exception {
    int port = aFreePort();
    MockServer server = MockServer.start(server(port).build());
    try {
      PipelineRun run = start("failed", port, "--request-rate", "40", "--benchmark-duration", "10");
      awaitRequests(run, server, 40);
      server.close();

      EndedCommand ended = run.ended();
      assertThat(ended.exitStatus()).as(ended.err()).isEqualTo(4);
      assertThat(lastLine(ended.err()))
          .matches(
              "[0-9]+ of [0-9]+ requests failed, the first after [0-9.]+ s, [0-9]+ with"
                  + " connect_failed \\(.*\\); no server was available for .*"
                  + " \\(start the server, or check --url\\)");
      EndedCommand report =
          EndedCommand.of(
              "report",
              layout().folder().toString(),
              "--lake",
              pipeline.lake().toString(),
              "--run-id",
              "failed");
      assertThat(report.exitStatus()).as("a report judges as the run did").isEqualTo(4);
      assertThat(lastLine(report.err())).isEqualTo(lastLine(ended.err()));
    } finally {
      server.close();
    }
  }

  @Test
  void aConfiguredFailureLimitReplacesTheDefault() throws Exception {
    int port = aFreePort();
    try (MockServer server = MockServer.start(server(port).fault("after 5: status 503").build())) {
      EndedCommand ended =
          start("limit", port, "--request-count", "20", "--fail-if", "request_error_rate>90")
              .ended();
      assertThat(ended.exitStatus()).as(ended.err()).isZero();
      assertThat(server.requestsReceived()).isGreaterThanOrEqualTo(20);
    }
  }

  @Test
  void aRunWithoutResponsesIsStoppedByDefault() throws Exception {
    int port = aFreePort();
    try (MockServer server = MockServer.start(server(port).fault("every 1: status 503").build())) {
      EndedCommand ended =
          start(
                  "unanswered",
                  port,
                  "--request-rate",
                  "20",
                  "--benchmark-duration",
                  "100",
                  "--first-answer-timeout",
                  "3")
              .ended();
      assertThat(ended.exitStatus()).as(ended.err()).isEqualTo(4);
      assertThat(ended.err())
          .contains("Stopping early: no valid response arrived within the first 3 s, and ");
      JsonNode status = longhaulJson().path("status");
      assertThat(status.path("stop_reason").asText()).isEqualTo("no_answer");
      assertThat(lastLine(ended.err()))
          .startsWith("No request was answered: ")
          .contains("http_503");
      assertThat(server.requestsReceived()).isLessThan(20 * 60);
    }
  }

  @Test
  void responsesOfAnotherFormatAreErrorsInAllDocumentsAndTheRunFails() throws Exception {
    int port = aFreePort();
    try (MockServer server = MockServer.start(server(port).fault("always: wrong-shape").build())) {
      EndedCommand run =
          start("shape", port, "--endpoint-type", "messages", "--request-count", "10").ended();
      assertThat(run.exitStatus()).as(run.err()).isEqualTo(4);
      assertThat(server.requestsReceived()).isGreaterThanOrEqualTo(10);

      String begins =
          "The response is complete but has no content. It starts with: data: {\"id\":\"cmpl-";
      assertThat(new Lake(pipeline.lake()).rows(Dataset.REQUESTS, "shape"))
          .hasSize(10)
          .allMatch(row -> row.getOutcome().equals("protocol_error"))
          .allMatch(row -> row.getReason().equals("no_content"))
          .allMatch(row -> row.getMessage().startsWith(begins));
      JsonNode document = longhaulJson();
      assertThat(document.at("/accounting/ok").asLong()).isZero();
      assertThat(document.at("/accounting/error").asLong()).isEqualTo(10);
      assertThat(document.at("/ledger/profiling/protocol_error").asLong()).isEqualTo(10);
      assertThat(document.at("/content/empty_answers").asLong()).isEqualTo(10);
      JsonNode error = JSON.readTree(layout().profileJson().toFile()).at("/error_summary/0");
      assertThat(error.path("count").asLong()).isEqualTo(10);
      assertThat(error.at("/error_details/type").asText()).isEqualTo("InvalidInferenceResultError");
      assertThat(error.at("/error_details/message").asText()).startsWith(begins);
      assertThat(run.out())
          .containsPattern("protocol_error +200 +no_content +10")
          .contains("= 0 ok + 10 error")
          .contains(
              "10 complete responses without content"
                  + " (does the server support --endpoint-type messages?)");
    }
  }

  @Test
  void tooLongResponsesAndUnknownGapsAreReportedAndALiveViewCanBeOmitted() throws Exception {
    int port = aFreePort();
    try (MockServer server =
        MockServer.start(
            server(port)
                .fault("every 2: coalesce 16")
                .fault("always: ignore-max-completion-tokens")
                .build())) {
      EndedCommand run =
          start("long", port, "--request-count", "10", "--osl", "8", "--no-live-view").ended();
      assertThat(run.exitStatus()).as(run.err()).isZero();
      assertThat(server.requestsReceived()).isGreaterThanOrEqualTo(10);
      assertThat(run.err()).doesNotContain("Live view");
      assertThat(run.out())
          .contains("5 longer than requested: 40 excess tokens")
          .contains("the server may not know max_completion_tokens: try --use-legacy-max-tokens")
          .contains("Some values are unknown, because several chunks arrived in one network read:");
      JsonNode document = longhaulJson();
      assertThat(document.at("/content/long_answers").asLong()).isEqualTo(5);
      long unknown = document.at("/metrics/time_to_second_token/unknown").asLong();
      assertThat(unknown).as("on a busy machine chunks of others come together").isBetween(5L, 10L);
      assertThat(run.out())
          .contains("Time to Second Token: " + unknown + " of 10 values, recorded as 0");
    }
  }

  private PipelineRun start(String runId, int port, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "profile",
                "--model",
                "mock-model",
                "--tokenizer",
                "builtin",
                "--url",
                "http://127.0.0.1:" + port,
                "--no-gpu-telemetry",
                "--no-server-metrics",
                "--streaming",
                "--rehearsal-requests",
                "100",
                "--slice-duration",
                "1",
                "--artifact-dir",
                layout().folder().toString()));
    arguments.addAll(List.of(more));
    return pipeline.start(runId, 1, arguments);
  }

  private ExportLayout layout() {
    return new ExportLayout(folder.resolve("out"));
  }

  private JsonNode longhaulJson() throws IOException {
    return JSON.readTree(Files.readString(layout().longhaulJson(), UTF_8));
  }

  private static String lastLine(String err) {
    List<String> lines = err.lines().toList();
    return lines.get(lines.size() - 1);
  }

  private static void awaitRequests(PipelineRun run, MockServer server, long count)
      throws InterruptedException {
    run.await(() -> server.requestsReceived() >= count);
  }

  private static MockServerOptions.Builder server(int port) {
    return MockServerOptions.builder()
        .llmPort(port)
        .timeToFirstToken("20ms")
        .interTokenLatency("2ms")
        .outputTokens("16");
  }

  private static int aFreePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
