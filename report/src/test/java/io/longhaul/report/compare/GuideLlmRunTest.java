package io.longhaul.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads a shortened file that GuideLLM 0.8.1 wrote: nine requests to its mock server, the last
 * three of which failed.
 */
class GuideLlmRunTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;
  private JsonNode real;

  @BeforeEach
  void readFile() throws IOException {
    try (InputStream in = GuideLlmRunTest.class.getResourceAsStream("guidellm-0.8.1.json")) {
      real = MAPPER.readTree(in);
    }
  }

  @Test
  void figuresWithTheSameDefinitionAreThoseOfGuideLlm() throws IOException {
    ComparedRun run = read(report -> {});
    JsonNode metrics = real.at("/benchmarks/0/metrics");

    assertThat(run.figures())
        .containsEntry(ComparedFigure.REQUEST_ERROR_RATE, 100 * 3 / 9.0)
        .doesNotContainKey(ComparedFigure.GOODPUT);
    assertThat(run.figure(ComparedFigure.TTFT_AVG))
        .isCloseTo(mean(metrics, "time_to_first_token_ms"), within(1e-6));
    assertThat(run.figure(ComparedFigure.REQUEST_THROUGHPUT))
        .isCloseTo(mean(metrics, "requests_per_second"), within(1e-9));
    assertThat(run.figure(ComparedFigure.OUTPUT_TOKEN_THROUGHPUT))
        .isCloseTo(mean(metrics, "output_tokens_per_second"), within(1e-9));
  }

  private static double mean(JsonNode metrics, String name) {
    return metrics.path(name).path("successful").path("mean").asDouble();
  }

  @Test
  void everyRequestCountsOnceForTheInterTokenLatencyAndALatencyEndsWithItsLastToken()
      throws IOException {
    ComparedRun run = read(report -> {});

    assertThat(run.figure(ComparedFigure.INTER_TOKEN_LATENCY_AVG))
        .isCloseTo(meanOfRequests("inter_token_latency_ms"), within(1e-6));
    assertThat(run.figure(ComparedFigure.REQUEST_LATENCY_AVG))
        .isLessThan(1000 * meanOfRequests("request_latency"))
        .isCloseTo(308.1587553, within(1e-6));
  }

  private double meanOfRequests(String member) {
    return StreamSupport.stream(real.at("/benchmarks/0/requests/successful").spliterator(), false)
        .mapToDouble(request -> request.path(member).asDouble())
        .average()
        .orElseThrow();
  }

  @Test
  void theBinsContainTheSameRequestsAsTheFigures() throws IOException {
    ComparedRun run = read(report -> {});
    int[] once = {1};

    assertThat(run.bins().size()).isOne();
    assertThat(run.bins().figure(ComparedFigure.TTFT_AVG, once))
        .isCloseTo(run.figure(ComparedFigure.TTFT_AVG), within(1e-9));
    assertThat(run.bins().figure(ComparedFigure.REQUEST_THROUGHPUT, once))
        .isCloseTo(run.figure(ComparedFigure.REQUEST_THROUGHPUT), within(1e-5));
    assertThat(run.bins().values(ComparedFigure.REQUEST_ERROR_RATE)).isEqualTo(9);
    assertThat(run.facts().tool()).isEqualTo("guidellm 0.8.1");
    assertThat(run.facts().requests()).isEqualTo(6);
    assertThat(run.facts().outputTokens()).isEqualTo(12);
    assertThat(run.facts().doubts()).hasSize(2).first().asString().startsWith("GuideLLM: mean gen");
  }

  @Test
  void objectivesAreJudgedPerRequest() throws IOException {
    double median = read(report -> {}).figure(ComparedFigure.TTFT_P50);

    ComparedRun run =
        read(
            report ->
                ((ObjectNode) report.at("/benchmarks/0/config"))
                    .set("slo", MAPPER.createObjectNode().put("ttft_ms", median)));

    double seconds = real.at("/benchmarks/0/duration").asDouble();
    assertThat(run.figure(ComparedFigure.GOODPUT)).isCloseTo(3 / seconds, within(1e-9));
  }

  @Test
  void theConfigurationsOfTwoRunsAreCompared() throws IOException {
    ComparedRun before = read(report -> {});
    ComparedRun after =
        read(
            report -> {
              ((ObjectNode) report.at("/config/spec/backend")).put("model", "other");
              ((ObjectNode) report.at("/config/spec/backend")).put("target", "http://other");
              ((ObjectNode) report.at("/config/spec/profile")).put("streams", 8);
            });

    RunComparison comparison = RunComparison.of(List.of(before, after), 2).get(0);

    assertThat(comparison.changes())
        .extracting(ConfigurationChange::path)
        .containsExactly("backend.model", "backend.target", "profile.streams");
    assertThat(comparison.warnings())
        .contains("A and B differ in the model", "A and B differ in the load")
        .noneMatch(warning -> warning.contains("endpoint"));
  }

  @Test
  void theConfigurationsOfDifferentToolsAreNotCompared() throws IOException {
    ComparedRun other = new SyntheticRun(60, 0.03, 0, 1).run("longhaul", 1, "demo");

    RunComparison comparison = RunComparison.of(List.of(other, read(report -> {})), 2).get(0);

    assertThat(comparison.changes())
        .containsExactly(new ConfigurationChange("tool", "longhaul 0.1.0", "guidellm 0.8.1"));
    assertThat(comparison.warnings().get(0)).contains("whose configurations cannot be compared");
  }

  @Test
  void aBenchmarkOfSeveralIsChosenByItsNumber() throws IOException {
    Consumer<JsonNode> twice =
        report -> {
          ArrayNode benchmarks = (ArrayNode) report.path("benchmarks");
          benchmarks.add(benchmarks.get(0).deepCopy());
          ((ObjectNode) benchmarks.get(0))
              .put("end_time", benchmarks.get(0).path("start_time").asDouble() + 9);
        };
    Path file = write(twice);

    assertThat(GuideLlmRun.read(file + "#1").facts().seconds()).isCloseTo(9, within(1e-6));
    assertThat(GuideLlmRun.read(folder + "#2").facts().seconds())
        .isCloseTo(real.at("/benchmarks/0/duration").asDouble(), within(1e-6));
    for (String name : List.of(file.toString(), file + "#3")) {
      assertThatThrownBy(() -> GuideLlmRun.read(name))
          .hasMessage(
              "Cannot read %s: it contains 2 benchmarks (append one of #1 (concurrent), #2 (concurrent) to the name)",
              file);
    }
  }

  @Test
  void anotherReleaseAndAnotherFileAreRefusedByName() throws IOException {
    assertThatThrownBy(() -> read(report -> metadata(report).put("guidellm_version", "0.5.3")))
        .hasMessage(
            "Cannot read %s: GuideLLM 0.5.3 wrote it, in version 2 of its format (only files of GuideLLM 0.8.x, version 2, are read)",
            folder.resolve("benchmarks.json"));
    assertThatThrownBy(() -> read(report -> metadata(report).put("version", 3)))
        .hasMessageContaining("in version 3 of its format");
    assertThatThrownBy(() -> read(report -> ((ObjectNode) report).remove("metadata")))
        .hasMessageEndingWith("it is not a result file of GuideLLM");
    Path broken = Files.writeString(folder.resolve("broken.json"), "{\"metadata\": {");
    assertThatThrownBy(() -> GuideLlmRun.read(broken.toString()))
        .hasMessage("Cannot read %s: it is not JSON", broken);
  }

  @Test
  void aFileWithASampleOfTheRequestsIsRefused() {
    assertThatThrownBy(
            () ->
                read(
                    report ->
                        ((ArrayNode) report.at("/benchmarks/0/requests/successful")).remove(0)))
        .hasMessage(
            "Cannot read %s: it contains 8 of 9 requests (run GuideLLM without sample_size)",
            folder.resolve("benchmarks.json"));
  }

  private static ObjectNode metadata(JsonNode report) {
    return (ObjectNode) report.path("metadata");
  }

  private ComparedRun read(Consumer<JsonNode> change) throws IOException {
    write(change);
    assertThat(GuideLlmRun.isNamedBy(folder.toString())).isTrue();
    return GuideLlmRun.read(folder.toString());
  }

  private Path write(Consumer<JsonNode> change) throws IOException {
    JsonNode report = real.deepCopy();
    change.accept(report);
    return Files.write(folder.resolve("benchmarks.json"), MAPPER.writeValueAsBytes(report));
  }
}
