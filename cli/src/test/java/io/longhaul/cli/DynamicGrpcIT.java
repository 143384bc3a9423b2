package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.RequestRow;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A whole run against a gRPC method with unknown types. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class DynamicGrpcIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void aMethodIsCalledByReflectionAndReportedInGenAiPerfsFiles() throws Exception {
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    MockServerOptions options =
        MockServerOptions.builder().timeToFirstToken("20ms").interTokenLatency("2ms").build();
    try (MockServer server = MockServer.start(options)) {
      List<String> words = new ArrayList<>(List.of("profile", "-m", "mock-model", "--streaming"));
      words.addAll(
          DynamicGrpcTest.callOf(
              server.llmPort(), DynamicGrpcTest.METHOD, DynamicGrpcTest.MESSAGE, folder));
      words.addAll(
          List.of(
              "--extra-inputs",
              "response_field:inferResponse.outputs[0].name",
              "--tokenizer",
              "builtin",
              "--no-gpu-telemetry",
              "--rehearsal-requests",
              "50",
              "--export-format",
              "genai-perf",
              "--artifact-dir",
              layout.folder().toString()));
      try (RunningProfile run = RunningProfile.start(folder, words)) {
        assertThat(run.exitStatus()).as(run.err()).isZero();
        assertThat(run.out()).contains("Dynamic gRPC Metrics").contains("4 planned = 4 issued");
      }
      assertThat(server.requestsReceived()).isEqualTo(4);
    }

    Lake lake = new Lake(layout.lake());
    List<RequestRow> rows = lake.rows(Dataset.REQUESTS, lake.runs().get(0));
    assertThat(rows).hasSize(4).allMatch(row -> row.getOutcome().equals("ok"));
    assertThat(rows).allMatch(row -> row.getChunkAfterStartNs().size() == 8);
    assertThat(rows).allMatch(row -> row.getOutputTokens() >= 8);
    assertThat(rows).allMatch(row -> row.getTimeToFirstTokenNs() >= 20_000_000);
    assertThat(rows).allMatch(row -> row.getRequestLatencyNs() >= 34_000_000);
    JsonNode figures = JSON.readTree(layout.genAiPerfJson().toFile());
    assertThat(figures.at("/request_count/avg").asInt()).isEqualTo(4);
    assertThat(figures.at("/input_config/endpoint/service_kind").asText())
        .isEqualTo("dynamic_grpc");
    assertThat(figures.has("output_sequence_length")).isFalse();
    JsonNode recorded = JSON.readTree(layout.perfAnalyzerJson().toFile());
    assertThat(recorded.path("service_kind").asText()).isEqualTo("dynamic_grpc");
    assertThat(recorded.at("/experiments/0/requests")).hasSize(4);
  }
}
