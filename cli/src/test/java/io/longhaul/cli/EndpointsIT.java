package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against endpoints other than chat, including the documents. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class EndpointsIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void anEmbeddingsRunReportsNoTokenMetrics() throws Exception {
    try (MockServer server = mock("secret");
        RunningProfile run =
            profile(
                server,
                "--endpoint-type",
                "embeddings",
                "--api-key",
                "secret",
                "--export-format",
                "genai-perf")) {
      assertThat(run.exitStatus()).as(run.err()).isZero();

      List<RequestRow> rows = rows();
      assertThat(rows).hasSize(20).allMatch(row -> row.getOutcome().equals("ok"));
      assertThat(rows).allMatch(row -> row.getOutputTokens() == null);
      assertThat(rows).allMatch(row -> row.getInputTokens() == 16);
      JsonNode metrics = JSON.readTree(layout().longhaulJson().toFile()).path("metrics");
      assertThat(metrics.path("request_latency").path("count").asInt()).isEqualTo(20);
      assertThat(metrics.path("input_sequence_length").path("avg").asInt()).isEqualTo(16);
      for (String needsTokens :
          List.of(
              "time_to_first_token",
              "output_sequence_length",
              "output_token_throughput",
              "arrived_token_throughput",
              "inter_token_latency",
              "total_osl")) {
        assertThat(metrics.has(needsTokens)).as(needsTokens).isFalse();
      }
      JsonNode profile = JSON.readTree(layout().profileJson().toFile());
      assertThat(profile.has("request_latency")).isTrue();
      assertThat(profile.has("output_token_throughput")).isFalse();
      JsonNode recorded = JSON.readTree(layout().perfAnalyzerJson().toFile());
      assertThat(recorded.path("endpoint").asText()).isEqualTo("v1/embeddings");
      assertThat(recorded.at("/experiments/0/requests")).hasSize(20);
      assertThat(JSON.readTree(layout().genAiPerfJson().toFile()).has("output_sequence_length"))
          .isFalse();
      assertThat(run.out())
          .contains("Embeddings Metrics")
          .contains("20 planned = 20 issued")
          .contains("Input Token Throughput")
          .doesNotContain("TTFT")
          .doesNotContain("First Token")
          .doesNotContain("Output Token");
    }
  }

  @Test
  void anthropicsMessagesAreMeasuredLikeChatAndTheirImagesToo() throws Exception {
    try (MockServer server = mock("secret");
        RunningProfile run =
            profile(
                server,
                "--endpoint-type",
                "messages",
                "--streaming",
                "--osl",
                "8",
                "--image-width-mean",
                "12",
                "--image-height-mean",
                "9",
                "--image-batch-size",
                "2",
                "--api-key",
                "secret")) {
      assertThat(run.exitStatus()).as(run.err()).isZero();

      List<RequestRow> rows = rows();
      assertThat(rows).hasSize(20).allMatch(row -> row.getOutcome().equals("ok"));
      assertThat(rows).allMatch(row -> row.getRequestedInputTokens() == 16);
      assertThat(rows).allMatch(row -> row.getOutputTokens() == 8);
      assertThat(rows).allMatch(row -> row.getFinishReason().equals("max_tokens"));
      JsonNode metrics = JSON.readTree(layout().longhaulJson().toFile()).path("metrics");
      assertThat(metrics.path("time_to_first_token").path("count").asInt()).isEqualTo(20);
      assertThat(metrics.path("usage_completion_tokens").path("avg").asInt()).isEqualTo(8);
      assertThat(rows).allMatch(row -> row.getImages() == 2);
      assertThat(metrics.path("num_images").path("avg").asInt()).isEqualTo(2);
      assertThat(metrics.path("image_latency").path("avg").asDouble())
          .isCloseTo(metrics.path("request_latency").path("avg").asDouble() / 2, within(1e-3));
      JsonNode profile = JSON.readTree(layout().profileJson().toFile());
      assertThat(profile.at("/image_throughput/unit").asText()).isEqualTo("images/sec");
      assertThat(run.out()).contains("LLM Metrics");
    }
  }

  @Test
  void genAiPerfsDefaultCallsTritonByGrpc() throws Exception {
    try (MockServer server = mock("secret");
        RunningProfile run =
            RunningProfile.start(
                folder,
                List.of(
                    "genai-perf",
                    "profile",
                    "-m",
                    "mock-model",
                    "--backend",
                    "vllm",
                    "--streaming",
                    "-H",
                    "Authorization: Bearer secret",
                    "-u",
                    "127.0.0.1:" + server.llmPort(),
                    "--isl",
                    "16",
                    "--osl",
                    "8",
                    "--output-tokens-mean-deterministic",
                    "--tokenizer",
                    "builtin",
                    "--concurrency",
                    "4",
                    "--request-count",
                    "20",
                    "--no-gpu-telemetry",
                    "--rehearsal-requests",
                    "50",
                    "--artifact-dir",
                    folder.resolve("out").toString()))) {
      assertThat(run.exitStatus()).as(run.err()).isZero();

      ExportLayout layout =
          new ExportLayout(folder.resolve("out/mock-model-triton-vllm-concurrency4"));
      List<RequestRow> rows = rows(layout);
      assertThat(rows).hasSize(20).allMatch(row -> row.getOutcome().equals("ok"));
      assertThat(rows).allMatch(row -> row.getOutputTokens() == 8);
      assertThat(rows).allMatch(row -> row.getChunkAfterStartNs().size() == 8);
      // The server's first token comes 20 ms after the request, the others 2 ms apart.
      assertThat(rows).allMatch(row -> row.getTimeToFirstTokenNs() >= 20_000_000);
      assertThat(rows).allMatch(row -> row.getRequestLatencyNs() >= 34_000_000);
      assertThat(server.requestsReceived()).isEqualTo(20);
      JsonNode inputs = JSON.readTree(layout.folder().resolve("inputs.json").toFile());
      assertThat(inputs.at("/data/0/payloads/0/sampling_parameters/0").asText())
          .isEqualTo("{\"max_tokens\":\"8\",\"min_tokens\":\"8\"}");
      assertThat(run.out()).contains("LLM Metrics");
    }
  }

  private ExportLayout layout() {
    return new ExportLayout(folder.resolve("out"));
  }

  private static MockServer mock(String apiKey) throws IOException {
    return MockServer.start(
        MockServerOptions.builder()
            .timeToFirstToken("20ms")
            .interTokenLatency("2ms")
            .outputTokens("16")
            .apiKey(apiKey)
            .build());
  }

  private RunningProfile profile(MockServer server, String... more) throws IOException {
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
                "--no-gpu-telemetry",
                "--isl",
                "16",
                "--request-count",
                "20",
                "--concurrency",
                "4",
                "--rehearsal-requests",
                "50",
                "--artifact-dir",
                layout().folder().toString()));
    arguments.addAll(List.of(more));
    return RunningProfile.start(folder, arguments);
  }

  private List<RequestRow> rows() throws IOException {
    return rows(layout());
  }

  private static List<RequestRow> rows(ExportLayout layout) throws IOException {
    Lake lake = new Lake(layout.lake());
    return lake.rows(Dataset.REQUESTS, lake.runs().get(0));
  }
}
