package io.longhaul.report;

import static io.longhaul.sinks.Rows.aGpuSample;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.RequestRow;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * GenAI-Perf's vectors V7, V9 and V11, from rows to files. V1 to V5 are tested with the metrics, V6
 * in {@code ExportMergeTest}. The others:
 *
 * <ul>
 *   <li>V8, images in prompts: tested with the metrics.
 *   <li>V10, the exporter's text: {@code DcgmExporterClientTest}.
 *   <li>V12, sweeps: {@code GenAiPerfSweepTest} and {@code SweepCsvTest}. Scores of a point against
 *       another follow from objectives, which GenAI-Perf's users cannot give it either: neither an
 *       option nor a key of its files names them.
 *   <li>V13, blocks of a trace: lengths in {@code TracePromptsTest}; a line with too few or too
 *       many ids is refused there, as intended.
 *   <li>V14, V15, extra inputs and bodies: where the two tools differ AIPerf's rules hold, see
 *       {@code ExtraInputsTest} and {@code BodiesTest}.
 *   <li>V16, the Perf Analyzer's own arithmetic: there are no windows that are repeated until they
 *       are stable.
 *   <li>V17, a sinusoidal rate: {@code SinusoidTraceTest}.
 * </ul>
 */
class GenAiPerfVectorsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long MILLI = 1_000_000;
  private static final String CHAT_AT_2 =
      """
      {"input_config": {"models": {"items": [{"name": "gpt2"}]},
        "endpoint": {"urls": ["http://localhost:8000"], "type": "chat", "streaming": true},
        "phases": [{"name": "profiling", "type": "concurrency", "concurrency": 2, "requests": 2}],
        "tokenizer": {"name": "gpt2"}}}\
      """;

  @TempDir Path folder;

  @Test
  void v7EverySessionHasItsOwnRates() throws IOException {
    JsonNode figures =
        figures(
            sessions()
                .with(turn("A", 0, 0, 10))
                .with(turn("A", 1, 20, 30))
                .with(turn("B", 0, 5, 15)));

    JsonNode ofA = figures.at("/sessions/A");
    assertShows(ofA.path("request_throughput"), "avg", 66.6666667);
    assertShows(ofA.path("output_token_throughput"), "avg", 200);
    assertShows(ofA.path("request_count"), "avg", 2);
    assertShows(ofA.path("request_latency"), "avg", 10);
    JsonNode ofB = figures.at("/sessions/B");
    assertShows(ofB.path("request_throughput"), "avg", 100);
    assertShows(ofB.path("output_token_throughput"), "avg", 300);
    assertShows(ofB.path("request_count"), "avg", 1);
    assertShows(ofB.path("request_latency"), "avg", 10);
    assertThat(figures.path("sessions").fieldNames()).toIterable().containsExactly("A", "B");
    assertThat(ofB.fieldNames())
        .toIterable()
        .containsExactly(
            "request_throughput",
            "request_latency",
            "request_count",
            "time_to_first_token",
            "output_token_throughput",
            "output_sequence_length",
            "input_sequence_length");
    assertShows(figures.path("request_throughput"), "avg", 100);
    assertShows(figures.path("output_token_throughput"), "avg", 300);
    assertShows(figures.path("request_count"), "avg", 3);
  }

  /** GenAI-Perf counts the empty response in the throughput of the run: 200. */
  @Test
  void v7AnEmptyResponseCountsNowhere() throws IOException {
    JsonNode figures =
        figures(sessions().with(turn("A", 0, 0, 10)).with(anEmptyAnswer("A", 1, 20, 30)));

    for (JsonNode each : List.of(figures, figures.at("/sessions/A"))) {
      assertShows(each.path("request_throughput"), "avg", 100);
      assertShows(each.path("request_count"), "avg", 1);
    }
  }

  @Test
  void v7ASessionWithoutAResponseIsOmitted() throws IOException {
    JsonNode figures =
        figures(
            sessions()
                .with(turn("A", 0, 0, 10))
                .with(turn("A", 1, 20, 30))
                .with(anEmptyAnswer("B", 0, 5, 15)));

    assertThat(figures.path("sessions").fieldNames()).toIterable().containsExactly("A");
  }

  /** GenAI-Perf plays each conversation once. */
  @Test
  void aRepeatedConversationIsAnotherSession() throws IOException {
    JsonNode figures =
        figures(
            sessions()
                .with(turn("A", 0, 0, 10).setCorrelationId("C1"))
                .with(turn("A", 1, 20, 30).setCorrelationId("C1"))
                .with(turn("A", 0, 40, 50).setCorrelationId("C2")));

    assertThat(figures.path("sessions").fieldNames()).toIterable().containsExactly("C1_A", "C2_A");
    assertShows(figures.at("/sessions/C1_A/request_throughput"), "avg", 66.6666667);
    assertShows(figures.at("/sessions/C2_A/request_throughput"), "avg", 100);
  }

  @Test
  void requestsOfSingleTurnSessionsHaveNoSession() throws IOException {
    assertThat(
            figures(sessions().with(turn("A", 0, 0, 10)).with(turn("B", 0, 5, 15))).has("sessions"))
        .isFalse();
  }

  @Test
  void theRecordContainsTheSessionOfARequest() throws IOException {
    ExportLayout written =
        written(
            sessions()
                .with(turn("A", 0, 0, 10))
                .with(turn("A", 1, 20, 30))
                .with(turn("B", 0, 5, 15)),
            Set.of(OptionalExport.GENAI_PERF));

    assertThat(MAPPER.readTree(written.perfAnalyzerJson().toFile()).at("/experiments/0/requests"))
        .extracting(request -> request.at("/request_inputs/session_id").textValue())
        .containsExactlyInAnyOrder("A", "A", "B");
  }

  @Test
  void v9SamplesAreScaled() throws IOException {
    JsonNode gpus =
        figures(
                aRun()
                    .with(sample(10).setMemoryUsedBytes(mebibytes(1000)).setEnergyJoules(5.0e6))
                    .with(sample(20).setMemoryUsedBytes(mebibytes(2000)).setEnergyJoules(5.1e6))
                    .with(sample(30).setMemoryTotalBytes(mebibytes(81920)))
                    .with(sample(40).setSmActivePercent(25.0))
                    .with(sample(50).setSmActivePercent(50.0))
                    .with(sample(60).setOther(Map.of("DCGM_FI_PROF_PCIE_RX_BYTES", 2048.0))))
            .path("telemetry_stats");

    JsonNode used = gpus.at("/gpu_memory_used/0");
    assertShows(used, "avg", 1.572864);
    assertShows(used, "min", 1.048576);
    assertShows(used, "max", 2.097152);
    assertShows(used, "p99", 2.08666624);
    assertShows(used, "std", 0.524288);
    assertThat(gpus.at("/total_gpu_memory/0")).hasSize(1);
    assertShows(gpus.at("/total_gpu_memory/0"), "avg", 85.89934592);
    assertShows(gpus.at("/energy_consumption/0"), "avg", 5.05);
    assertShows(gpus.at("/energy_consumption/0"), "min", 5.0);
    assertShows(gpus.at("/energy_consumption/0"), "max", 5.1);
    assertShows(gpus.at("/sm_utilization/0"), "avg", 37.5);
    assertShows(gpus.at("/sm_utilization/0"), "min", 25);
    assertShows(gpus.at("/sm_utilization/0"), "max", 50);
    assertShows(gpus.at("/pcie_receive_throughput/0"), "avg", 2);
  }

  /** GenAI-Perf treats them as one GPU, with a mean of 45. */
  @Test
  void v9GpusOfTwoExportersAreTwoGpus() throws IOException {
    JsonNode power =
        figures(
                aRun()
                    .with(sample(10).setPowerWatts(30.0))
                    .with(
                        sample(20)
                            .setPowerWatts(60.0)
                            .setExporterUrl("http://127.0.0.1:9401/metrics")
                            .setGpuUuid("GPU-2")))
            .at("/telemetry_stats/gpu_power_usage");

    assertShows(power.path("0"), "avg", 30);
    assertShows(power.path("0_GPU-2"), "avg", 60);
  }

  @Test
  void v11AWholeReport() throws IOException {
    FakePipeline run =
        aRun()
            .with(
                sample(10)
                    .setPowerWatts(100.0)
                    .setPowerLimitWatts(700.0)
                    .setEnergyJoules(5.0e6)
                    .setMemoryUsedBytes(mebibytes(1000))
                    .setMemoryTotalBytes(mebibytes(81920))
                    .setGpuUtilizationPercent(10.0)
                    .setSmActivePercent(25.0)
                    .setOther(Map.of("DCGM_FI_PROF_PCIE_RX_BYTES", 2048.0)))
            .with(
                sample(60)
                    .setPowerWatts(200.0)
                    .setEnergyJoules(5.1e6)
                    .setMemoryUsedBytes(mebibytes(2000))
                    .setGpuUtilizationPercent(90.0)
                    .setSmActivePercent(50.0));

    ExportLayout written = written(run, Set.of(OptionalExport.GENAI_PERF));

    assertThat(Files.readString(written.genAiPerfCsv()))
        .isEqualTo(
            """
            Metric,avg,min,max,p99,p95,p90,p75,p50,p25,p10,p5,p1
            Time To First Token (ms),10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00
            Time To Second Token (ms),10.50,10.00,11.00,10.99,10.95,10.90,10.75,10.50,10.25,10.10,10.05,10.01
            Request Latency (ms),30.00,30.00,30.00,30.00,30.00,30.00,30.00,30.00,30.00,30.00,30.00,30.00
            Inter Token Latency (ms),10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00,10.00
            Output Token Throughput Per User (tokens/sec/user),100.00,100.00,100.00,100.00,100.00,100.00,100.00,100.00,100.00,100.00,100.00,100.00
            Output Sequence Length (tokens),3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00
            Input Sequence Length (tokens),3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00,3.00

            Metric,Value
            Output Token Throughput (tokens/sec),75.00
            Request Throughput (per sec),25.00
            Request Count (count),2.00

            Metric,GPU,avg,min,max,p99,p95,p90,p75,p50,p25,p10,p5,p1
            GPU Power Usage (W),0,150.00,100.00,200.00,199.00,195.00,190.00,175.00,150.00,125.00,110.00,105.00,101.00
            Energy Consumption (MJ),0,5.05,5.00,5.10,5.10,5.10,5.09,5.08,5.05,5.03,5.01,5.00,5.00
            GPU Memory Used (GB),0,1.57,1.05,2.10,2.09,2.04,1.99,1.84,1.57,1.31,1.15,1.10,1.06
            GPU Utilization (%),0,50.00,10.00,90.00,89.20,86.00,82.00,70.00,50.00,30.00,18.00,14.00,10.80
            Sm Utilization (%),0,37.50,25.00,50.00,49.75,48.75,47.50,43.75,37.50,31.25,27.50,26.25,25.25
            Pcie Receive Throughput (KB/s),0,2.00,2.00,2.00,2.00,2.00,2.00,2.00,2.00,2.00,2.00,2.00,2.00

            Metric,GPU,Value
            GPU Power Limit (W),0,700.00
            Total GPU Memory (GB),0,85.90
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void v11OnlyTheLastBlockHasNoSeparators() throws IOException {
    ExportLayout written =
        written(
            aRun().with(sample(10).setPowerWatts(1234.56).setPowerLimitWatts(1234.56)),
            Set.of(OptionalExport.GENAI_PERF));

    assertThat(Files.readString(written.genAiPerfCsv()))
        .contains("GPU Power Usage (W),0,\"1,234.56\",")
        .contains("GPU Power Limit (W),0,1234.56\r\n");
  }

  private FakePipeline aRun() {
    return new FakePipeline(folder.resolve("lake"), "run")
        .with(request("a", 0, 10, 20, 30))
        .with(request("b", 50, 60, 71, 80))
        .configuredBy(CHAT_AT_2);
  }

  /** Answers are not streamed. */
  private FakePipeline sessions() {
    return new FakePipeline(folder.resolve("lake"), "run").speaking("chat", false);
  }

  /** A response of three tokens in one part; times are milliseconds of the run. */
  private static RequestRow.Builder turn(String session, int turn, long startMs, long endMs) {
    return ofSession(aRequest("run", session + turn, startMs, endMs), session, turn)
        .setChunkAfterStartNs(List.of((endMs - startMs) * MILLI))
        .setChunkTokens(List.of(3))
        .setChunkReads(List.of(0))
        .setOutputTokens(3)
        .setOutputSequenceLength(3);
  }

  private static RequestRow.Builder anEmptyAnswer(
      String session, int turn, long startMs, long endMs) {
    return ofSession(anError("run", session + turn, startMs, endMs), session, turn)
        .setOutcome("ok")
        .setStatus(200)
        .setReason(null)
        .setMessage(null);
  }

  private static RequestRow.Builder ofSession(
      RequestRow.Builder request, String session, int turn) {
    return request.setSessionId(session).setTurnIndex(turn).setEntryIndex(session.charAt(0) - 'A');
  }

  /** Three tokens of three, in milliseconds of the run. */
  private static RequestRow.Builder request(String id, long startMs, long... tokensMs) {
    List<Long> afterStart = LongStream.of(tokensMs).mapToObj(ms -> (ms - startMs) * MILLI).toList();
    return aRequest("run", id, startMs, tokensMs[2])
        .setModel("gpt2")
        .setInputTokens(3)
        .setChunkAfterStartNs(afterStart)
        .setChunkTokens(List.of(1, 1, 1))
        .setChunkReads(List.of(0, 1, 2))
        .setOutputTokens(3)
        .setOutputSequenceLength(3);
  }

  /** Reports nothing yet. */
  private static GpuSampleRow.Builder sample(long runMs) {
    return aGpuSample("run", runMs, 0, 0)
        .setPowerWatts(null)
        .setEnergyJoules(null)
        .setGpuUtilizationPercent(null)
        .setMemoryUsedBytes(null)
        .setGpuTemperatureCelsius(null);
  }

  private static double mebibytes(double howMany) {
    return howMany * (1 << 20);
  }

  private JsonNode figures(FakePipeline run) throws IOException {
    return MAPPER.readTree(
        Files.readString(written(run, Set.of(OptionalExport.GENAI_PERF)).genAiPerfJson()));
  }

  private ExportLayout written(FakePipeline run, Set<OptionalExport> also) throws IOException {
    Lake lake = run.finished(at(80));
    ExportLayout layout =
        new ExportLayout(folder.resolve("out"), ExportLayout.DEFAULT_PREFIX, also);
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);
    return layout;
  }

  private static void assertShows(JsonNode gpu, String statistic, double expected) {
    assertThat(gpu.path(statistic).doubleValue())
        .as(statistic)
        .isCloseTo(expected, within(1e-6 * expected));
  }
}
