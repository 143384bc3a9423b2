package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.RequestRow;
import io.longhaul.metrics.stability.StabilityState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with slices of one second and two requests in each, and a noise of 5 %. */
class RunStabilityTest {
  private static final String RUN = "run";
  private static final int SECONDS = 201;
  private static final int CHANGE = 100;

  @TempDir Path folder;
  private final Random random = new Random(4);

  @Test
  void aSteadyRunHasSteadyFigures() throws IOException {
    RunStability stability = RunStability.of(aRun(second -> 100));

    assertThat(stability.figures())
        .extracting(figure -> figure.figure().text())
        .containsExactly(
            "time_to_first_token.p50",
            "time_to_first_token.p99",
            "inter_token_latency.p50",
            "inter_token_latency.p99",
            "request_latency.p50",
            "request_latency.p99",
            "request_throughput",
            "output_token_throughput",
            "request_error_rate");
    assertThat(stability.figures())
        .allSatisfy(
            figure -> assertThat(figure.stability().state()).isEqualTo(StabilityState.STEADY));
  }

  @Test
  void theSliceWithTheLastRequestAndUntrustedOnesAreLeftOut() throws IOException {
    RunStability stability = RunStability.of(aRun(second -> 100));

    // The fake pipeline does not trust slice 1.
    assertThat(stability.slices()).isEqualTo(SECONDS - 2);
  }

  @Test
  void aShiftIsExplainedByWhatChangedAtTheSameTime() throws IOException {
    FakePipeline pipeline = requests(second -> second < CHANGE ? 100 : 140);
    List<GpuSliceRow> gpus =
        IntStream.range(0, SECONDS)
            .mapToObj(second -> gpuSlice(second, second < CHANGE ? 1_980 : 1_410))
            .toList();
    RunReport report = report(pipeline, gpus);

    FigureStability latency = figure(report, "request_latency.p50");

    assertThat(latency.stability().state()).isEqualTo(StabilityState.SHIFT);
    assertThat(latency.shifts()).hasSize(1);
    assertThat(latency.shifts().get(0).shift().slice()).isBetween(CHANGE - 1, CHANGE + 1);
    assertThat(latency.shifts().get(0).changed())
        .filteredOn(change -> change.figure().equals("gpu_sm_clock"))
        .singleElement()
        .satisfies(
            change -> {
              assertThat(change.from()).isCloseTo(1_980, within(1.0));
              assertThat(change.to()).isCloseTo(1_410, within(1.0));
              assertThat(change.unit()).isEqualTo("MHz");
            });
    assertThat(latency.shifts().get(0).changed())
        .extracting(FigureStability.Change::figure)
        .doesNotContain("requests_sent", "total_gpu_power", "request_error_rate");
    assertThat(latency.text())
        .contains(
            " ms (+", " %) at ", "(slice ", "together with ", "gpu_sm_clock 1,980.00 to 1,410");
  }

  @Test
  void theGpuThatChangedIsNamed() throws IOException {
    FakePipeline pipeline = requests(second -> second < CHANGE ? 100 : 140);
    List<GpuSliceRow> gpus = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      for (int gpu = 0; gpu < 8; gpu++) {
        gpus.add(
            GpuSliceRow.newBuilder(gpuSlice(second, gpu == 5 && second >= CHANGE ? 1_410 : 1_980))
                .setGpuIndex(gpu)
                .setGpuUuid("GPU-" + gpu)
                .build());
      }
    }

    FigureStability latency = figure(report(pipeline, gpus), "request_latency.p50");

    assertThat(latency.text())
        .contains("together with ", "gpu_sm_clock of GPU 5 of node1 1,980.00 to 1,410");
    assertThat(latency.shifts().get(0).changed())
        .filteredOn(change -> change.figure().equals("gpu_sm_clock"))
        .hasSize(1);
  }

  @Test
  void aShiftNamesTheMarksInItsSliceAndTheSliceBefore() throws IOException {
    FakePipeline shortRun =
        aShortRun()
            .marked(at(10_000), "cache cleared")
            .marked(at(1000L * CHANGE - 500), "deployed 1.4.2")
            .marked(at(1000L * CHANGE + 500), "deployed 1.4.2");
    FakePipeline requests = requests(second -> second < CHANGE ? 100 : 140);

    FigureStability latency = figure(report(shortRun, requests, List.of()), "request_latency.p50");

    assertThat(latency.text())
        .contains(", together with the mark \"deployed 1.4.2\"")
        .doesNotContain("cache");
  }

  @Test
  void aDriftIsReportedAsASentence() throws IOException {
    FigureStability latency = figure(aRun(second -> 100 + second / 2.0), "request_latency.p50");

    assertThat(latency.stability().state()).isEqualTo(StabilityState.DRIFT);
    assertThat(latency.text())
        .matches(
            "\\+[0-9.]+ ms \\(\\+[0-9.]+ %\\) over the run:"
                + " \\+1,[0-9.,]+ ms \\(\\+[0-9.,]+ %\\) per hour, 95 % confidence \\+1,[0-9.,]+ to"
                + " \\+[0-9.,]+; 2[0-9.]+ ms after another 3\\.33 min");
  }

  @Test
  void aRiseOfErrorsIsAShift() throws IOException {
    FakePipeline pipeline = requests(second -> 100);
    for (int second = CHANGE; second < SECONDS; second++) {
      pipeline.with(anError(RUN, "e" + second, 1000L * second, 1000L * second + 100));
    }
    RunReport report = report(pipeline, List.of());

    FigureStability errors = figure(report, "request_error_rate");

    assertThat(errors.stability().state()).isEqualTo(StabilityState.SHIFT);
    assertThat(errors.text()).startsWith("0.00 to 33.33 % at 100.00 s (slice 100)");
  }

  @Test
  void aShortRunHasNoFigures() throws IOException {
    FakePipeline pipeline = requestsUntil(60, second -> 100);

    RunStability stability = RunStability.of(report(pipeline, List.of()));

    assertThat(stability.slices()).isEqualTo(58);
    assertThat(stability.figures()).isEmpty();
  }

  @Test
  void aRunWithoutRequestsHasNoSlices() throws IOException {
    RunReport report = RunReport.read(new FakePipeline(folder, RUN).finished(at(3_000)), RUN);

    assertThat(RunStability.of(report).slices()).isZero();
  }

  @Test
  void aDriftIsACondition() throws IOException {
    RunReport report = aRun(second -> 100 + second / 2.0);

    ThresholdResult result = Threshold.parse("drift(request_latency.p50)>100%/h").of(report);

    assertThat(result.missed()).isTrue();
    assertThat(result.value().orElseThrow()).isBetween(1_000.0, 1_400.0);
    assertThat(result.text())
        .matches("drift\\(request_latency.p50\\)>100%/h: the value is 1,[0-9.]+ % per hour");
    assertThat(Threshold.parse("drift(request_latency.p50)>9000%/h").of(report).missed()).isFalse();
    assertThat(Threshold.parse("drift(request_throughput)<-1%/h").of(report).missed()).isFalse();
  }

  @Test
  void aTrendThatIsNotSignificantCountsAsNone() throws IOException {
    ThresholdResult result =
        Threshold.parse("drift(request_latency.p99)>0.01%/h").of(aRun(second -> 100));

    assertThat(result.missed()).isFalse();
    assertThat(result.value()).hasValue(0);
  }

  @Test
  void aRunThatIsTooShortForADriftFails() throws IOException {
    RunReport report =
        RunReport.read(
            new FakePipeline(folder, RUN).with(request(0, 0, 100)).finished(at(2_000)), RUN);

    ThresholdResult result = Threshold.parse("drift(request_latency.p50)>1%/h").of(report);

    assertThat(result.missed()).isTrue();
    assertThat(result.text())
        .isEqualTo(
            "drift(request_latency.p50)>1%/h: fewer than 60 trusted slices have"
                + " request_latency.p50");
  }

  private static FigureStability figure(RunReport report, String name) {
    return RunStability.of(report).figures().stream()
        .filter(figure -> figure.figure().text().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private RunReport aRun(IntToDoubleFunction latencyMillis) throws IOException {
    return report(requests(latencyMillis), List.of());
  }

  private RunReport report(FakePipeline pipeline, List<GpuSliceRow> gpus) throws IOException {
    return report(aShortRun(), pipeline, gpus);
  }

  /** Returns the report of a short run with the slices of a longer one, without writing them. */
  private static RunReport report(
      FakePipeline shortRun, FakePipeline pipeline, List<GpuSliceRow> gpus) throws IOException {
    return FakePipeline.withSlices(
        RunReport.read(shortRun.finished(at(2_000)), RUN),
        pipeline.slicesUpTo(at(1000L * SECONDS)),
        gpus);
  }

  private FakePipeline aShortRun() {
    return new FakePipeline(folder, RUN).with(request(0, 0, 100));
  }

  private FakePipeline requests(IntToDoubleFunction latencyMillis) {
    return requestsUntil(SECONDS, latencyMillis);
  }

  private FakePipeline requestsUntil(int seconds, IntToDoubleFunction latencyMillis) {
    FakePipeline pipeline = new FakePipeline(folder, RUN);
    for (int second = 0; second < seconds; second++) {
      for (int i = 0; i < 2; i++) {
        pipeline.with(request(second, i, latencyMillis.applyAsDouble(second)));
      }
    }
    return pipeline;
  }

  private RequestRow.Builder request(int second, int index, double meanMillis) {
    long sent = at(1000L * second + 300L * index);
    long latency = Math.round(1e6 * meanMillis * (1 + 0.05 * random.nextGaussian()));
    return aRequest(RUN, "r" + second + "-" + index)
        .setScheduledEpochNs(sent)
        .setHandedEpochNs(sent)
        .setSentEpochNs(sent)
        .setWrittenEpochNs(sent)
        .setEndedEpochNs(sent + latency)
        .setRequestLatencyNs(latency);
  }

  private static GpuSliceRow gpuSlice(int second, double megahertz) {
    return GpuSliceRow.newBuilder(aGpuSlice(RUN, second, 400))
        .setSmClockHertz(
            GaugeOverSlice.newBuilder()
                .setObservedNs(1_000_000_000)
                .setMean(1e6 * megahertz)
                .setMin(1e6 * megahertz)
                .setMax(1e6 * megahertz)
                .build())
        .build();
  }
}
