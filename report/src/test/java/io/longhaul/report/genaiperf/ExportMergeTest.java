package io.longhaul.report.genaiperf;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportMergeTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void v6MergeOfTwoNodes() throws Exception {
    node("node1", 100, 10, 50, 0, 1000, 2000, 3000);
    node("node2", 200, 20, 100, 500, 1500, 2500, 3500, 4500);

    ExportMerge merge = ExportMerge.of(nodes());
    ExportLayout merged = written(merge);

    JsonNode figures = MAPPER.readTree(merged.genAiPerfJson().toFile());
    assertThat(figures.at("/request_count/avg").doubleValue()).isEqualTo(9);
    assertShows(figures, "/request_throughput/avg", 2.37491191);
    assertShows(figures, "/output_token_throughput/avg", 7.12473573);
    assertShows(figures, "/request_goodput/avg", 1.875);
    for (String statistic : List.of("avg", "p1", "p50", "p99", "min", "max")) {
      assertShows(figures, "/time_to_first_token/" + statistic, 100);
      assertShows(figures, "/request_latency/" + statistic, 300);
      assertShows(figures, "/inter_token_latency/" + statistic, 100);
    }
    assertThat(figures.at("/request_latency/std").doubleValue()).isZero();
    assertShows(figures, "/telemetry_stats/gpu_power_usage/0/avg", 150);
    assertShows(figures, "/telemetry_stats/gpu_memory_used/0/avg", 20);
    assertShows(figures, "/telemetry_stats/gpu_utilization/0/avg", 75);
    assertThat(figures.at("/telemetry_stats/gpu_power_usage/0")).hasSize(1);
    assertThat(figures.at("/input_config/subcommand").textValue()).isEqualTo("process");
    assertThat(merge.folderName()).isEqualTo("m-openai-chat-concurrency2");
  }

  @Test
  void theMergedFileContainsTheRequestsOfAllNodesInOrder() throws Exception {
    node("node1", 100, 10, 50, 0, 1000);
    node("node2", 200, 20, 100, 500);

    JsonNode record = MAPPER.readTree(written(ExportMerge.of(nodes())).perfAnalyzerJson().toFile());

    assertThat(record.at("/experiments/0/requests"))
        .extracting(request -> request.path("timestamp").longValue())
        .containsExactly(at(0), at(1000), at(500));
    assertThat(record.at("/experiments/0/experiment/value").intValue()).isEqualTo(2);
    assertThat(record.path("endpoint").textValue()).isEqualTo("v1/chat/completions");
  }

  @Test
  void aSessionHasTheRequestsOfAllNodes() throws Exception {
    node("node1", 100, 10, 50, 0, 1000);
    node("node2", 200, 20, 100, 500);
    for (String name : List.of("node1", "node2")) {
      edit(
          name + "/profile_export.json",
          record ->
              record
                  .at("/experiments/0/requests")
                  .forEach(
                      request ->
                          ((ObjectNode) request.path("request_inputs")).put("session_id", "s")));
    }

    JsonNode merged = MAPPER.readTree(written(ExportMerge.of(nodes())).genAiPerfJson().toFile());

    assertThat(merged.at("/sessions/s/request_count/avg").doubleValue()).isEqualTo(3);
    assertShows(merged, "/sessions/s/request_throughput/avg", 3 / 1.3);
    assertThat(merged.path("sessions")).hasSize(1);
  }

  /** GenAI-Perf loses figures that the first node lacks. */
  @Test
  void aGpuFigureThatOnlyTheSecondNodeHasIsKept() throws Exception {
    node("node1", 100, 10, 50, 0);
    node("node2", 200, 20, 100, 500);
    Path first = nodes().resolve("node1/profile_export_genai_perf.json");
    ObjectNode figures = (ObjectNode) MAPPER.readTree(first.toFile());
    figures.withObject("/telemetry_stats").remove("gpu_power_usage");
    Files.writeString(first, figures.toString());

    JsonNode merged = MAPPER.readTree(written(ExportMerge.of(nodes())).genAiPerfJson().toFile());

    assertShows(merged, "/telemetry_stats/gpu_power_usage/0/avg", 200);
  }

  @Test
  void aMissingFigureOfANodeDoesNotCountAsZero() throws Exception {
    node("node1", 100, 10, 50, 0);

    assertThat(Files.readString(written(ExportMerge.of(nodes())).genAiPerfCsv()))
        .contains("GPU Power Usage (W),0,100.00,N/A,N/A,");
  }

  @Test
  void mergedFilesCanBeMergedAgain() throws Exception {
    node("node1", 100, 10, 50, 0);
    node("node2", 200, 20, 100, 500);
    ExportMerge.of(nodes())
        .write(
            new ExportLayout(
                folder.resolve("again/all"),
                ExportLayout.DEFAULT_PREFIX,
                Set.of(OptionalExport.GENAI_PERF)));

    assertThat(ExportMerge.of(folder.resolve("again")).size()).isEqualTo(1);
  }

  @Test
  void allProblemsAreReportedTogether() throws Exception {
    node("a", 100, 10, 50, 0);
    Files.createDirectories(nodes().resolve("b-empty"));
    node("c-twice", 100, 10, 50, 0);
    Files.copy(
        nodes().resolve("a/profile_export.json"),
        nodes().resolve("c-twice/profile_export.json"),
        StandardCopyOption.REPLACE_EXISTING);
    node("d-cut", 100, 10, 50, 0);
    Path cut = nodes().resolve("d-cut/profile_export.json");
    Files.writeString(cut, Files.readString(cut).substring(0, 200));
    node("e-theirs", 100, 10, 50, 0);
    edit("e-theirs/profile_export.json", record -> record.remove("run_id"));
    node("f-stamp", 100, 10, 50, 0, 1000);
    edit(
        "f-stamp/profile_export.json",
        record -> ((ObjectNode) record.at("/experiments/0/requests/1")).remove("timestamp"));
    node("g-count", 100, 10, 50, 0);
    edit(
        "g-count/profile_export_genai_perf.json",
        figures -> figures.withObject("/request_count").put("avg", 7));
    node("h-other", 100, 10, 50, 0);
    edit(
        "h-other/profile_export_genai_perf.json",
        figures -> figures.withObject("/input_config/endpoint").put("type", "completions"));
    node("i-alone", 100, 10, 50, 0);
    Files.delete(nodes().resolve("i-alone/profile_export.json"));

    InvalidExportsException refusal =
        catchThrowableOfType(InvalidExportsException.class, () -> ExportMerge.of(nodes()));

    assertThat(refusal.problems())
        .extracting(problem -> problem.substring(nodes().toString().length() + 1))
        .satisfiesExactly(
            is("b-empty: it has no files *_genai_perf.json (one, as --export-format genai-perf"),
            is("c-twice/profile_export.json: it is of run a, as is " + nodes().resolve("a")),
            is("d-cut/profile_export.json: it is not JSON: "),
            is("e-theirs/profile_export.json: Longhaul did not write it: its responses are texts"),
            is("f-stamp/profile_export.json: request 2 has no timestamp"),
            is(
                "g-count/profile_export.json: it has 1 requests, and"
                    + " profile_export_genai_perf.json"),
            is(
                "h-other/profile_export.json: its endpoint.type is \"completions\", and \"chat\""
                    + " in"),
            is("i-alone: it has no profile_export.json next to profile_export_genai_perf.json"));
  }

  @Test
  void aFolderWithoutFoldersIsRejected() throws IOException {
    Files.createDirectories(nodes());

    assertThat(
            catchThrowableOfType(InvalidExportsException.class, () -> ExportMerge.of(nodes()))
                .problems())
        .containsExactly(nodes() + ": it contains no folders (one per node, with its files)");
  }

  private static Consumer<String> is(String beginning) {
    return problem -> assertThat(problem).startsWith(beginning);
  }

  private void edit(String file, Consumer<ObjectNode> change) throws IOException {
    Path path = nodes().resolve(file);
    ObjectNode tree = (ObjectNode) MAPPER.readTree(path.toFile());
    change.accept(tree);
    Files.writeString(path, tree.toString());
  }

  private Path nodes() {
    return folder.resolve("nodes");
  }

  private ExportLayout written(ExportMerge merge) throws IOException {
    ExportLayout layout =
        new ExportLayout(
            folder.resolve("out"), ExportLayout.DEFAULT_PREFIX, Set.of(OptionalExport.GENAI_PERF));
    merge.write(layout);
    return layout;
  }

  /** Responses of three tokens, 100, 200 and 300 ms after the start, that meet one SLO. */
  private void node(String name, double watts, double gigabytes, double percent, long... startsMs)
      throws IOException {
    FakePipeline run =
        new FakePipeline(folder.resolve("lakes").resolve(name), name)
            .promising("time_to_first_token", 150)
            .configuredBy(
                """
                {"input_config": {"models": {"items": [{"name": "m"}]},
                  "endpoint": {"streaming": true},
                  "slos": {"time_to_first_token": 150.0},
                  "phases": [{"name": "profiling", "type": "concurrency", "concurrency": 2}]}}\
                """)
            .with(
                aGpuSample(name, startsMs[0] + 50, watts, 0)
                    .setMemoryUsedBytes(gigabytes * 1e9)
                    .setGpuUtilizationPercent(percent));
    for (long start : startsMs) {
      run.with(
          aRequest(name, name + start, start, start + 300)
              .setChunkAfterStartNs(List.of(100_000_000L, 200_000_000L, 300_000_000L))
              .setChunkTokens(List.of(1, 1, 1))
              .setChunkReads(List.of(0, 1, 2))
              .setOutputTokens(3)
              .setOutputSequenceLength(3)
              .setEndedEpochNs(at(start + 310))
              .setGood(true));
    }
    Lake lake = run.finished(at(5000));
    RunDocuments.write(
        RunReport.read(lake, name),
        lake,
        new ExportLayout(
            nodes().resolve(name), ExportLayout.DEFAULT_PREFIX, Set.of(OptionalExport.GENAI_PERF)),
        ExportLevel.SUMMARY);
  }

  private static void assertShows(JsonNode figures, String pointer, double expected) {
    assertThat(figures.at(pointer).doubleValue())
        .as(pointer)
        .isCloseTo(expected, within(1e-6 * expected));
  }
}
