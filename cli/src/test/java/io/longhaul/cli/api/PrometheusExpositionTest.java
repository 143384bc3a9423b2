package io.longhaul.cli.api;

import static io.longhaul.cli.api.FullSlices.aFullSlice;
import static io.longhaul.cli.api.FullSlices.aGpuSample;
import static io.longhaul.cli.api.FullSlices.anError;
import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.Distribution;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.FinishedSlices;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.figures.PlannedLoad;
import io.longhaul.report.figures.SliceColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusExpositionTest {
  private static final String CONSTANT =
      "benchmark_id=\"run-1\",concurrency=\"8\",endpoint_type=\"chat\"";
  private static final String MODEL = "model=\"b,a \\\"x\\\"\"";
  private static final String STREAMING = "streaming=\"true\"";
  private static final String LABELS = CONSTANT + "," + MODEL + "," + STREAMING;

  @TempDir Path folder;

  private final AtomicLong now = new AtomicLong(FinishedSlices.RUN_START_EPOCH_NS);
  private final RunState state = ApiTestRun.state(now::get);

  private List<String> lines() throws IOException {
    return lines(ApiTestRun.in(folder));
  }

  private List<String> lines(ApiRunInfo runInfo) throws IOException {
    byte[] body = new PrometheusExposition(runInfo, state).respond("").body();
    return new String(body, UTF_8).lines().toList();
  }

  /** Returns the value of the only line of a metric that contains a text. */
  private double value(String metric, String labels) throws IOException {
    List<String> matching =
        lines(ApiTestRun.withObjectives(folder)).stream()
            .filter(line -> line.startsWith(metric + "{") && line.contains(labels))
            .toList();
    assertThat(matching).as(metric + " " + labels).hasSize(1);
    return Double.parseDouble(matching.get(0).substring(matching.get(0).lastIndexOf(' ') + 1));
  }

  @Test
  void distributionsAreSummariesWithAiperfsNames() throws IOException {
    state.finished(aSlice(0, 10, 20, 30));

    assertThat(lines())
        .containsSubsequence(
            "# HELP aiperf_request_latency_ms Request Latency (in ms)",
            "# TYPE aiperf_request_latency_ms summary",
            "aiperf_request_latency_ms_count{" + LABELS + "} 3",
            "aiperf_request_latency_ms_sum{" + LABELS + "} 60.0")
        .containsSubsequence(
            "# HELP aiperf_request_latency_avg_ms Request Latency average (in ms)",
            "# TYPE aiperf_request_latency_avg_ms gauge",
            "aiperf_request_latency_avg_ms{" + LABELS + "} 20.0")
        .anyMatch(
            line ->
                line.startsWith("aiperf_request_latency_ms{" + CONSTANT)
                    && line.contains("quantile=\"0.99\""))
        .contains("aiperf_request_throughput_avg_requests_per_sec{" + LABELS + "} 3.0");
  }

  @Test
  void theRunIsShownBeforeTheFirstMetric() throws IOException {
    state.generatorsPresent(1);

    assertThat(lines())
        .contains(
            "aiperf_info{"
                + CONSTANT
                + ",longhaul_version=\"0.1.0\","
                + MODEL
                + ","
                + STREAMING
                + ",version=\"0.13.0\"} 1.0",
            "longhaul_run_stage{"
                + CONSTANT
                + ","
                + MODEL
                + ",stage=\"preparing\","
                + STREAMING
                + "} 1.0",
            "longhaul_run_stage{"
                + CONSTANT
                + ","
                + MODEL
                + ",stage=\"running\","
                + STREAMING
                + "} 0.0",
            "longhaul_slices_finished_total{" + LABELS + "} 0.0")
        .noneMatch(line -> line.startsWith("aiperf_request"))
        .noneMatch(line -> line.startsWith("longhaul_newest_slice"));
  }

  @Test
  void aFamilyIsDeclaredOnceBeforeItsSamples() throws IOException {
    state.finished(aFullSlice(0, i -> 0.1));
    state.sampled(aGpuSample(0));

    assertThat(lines().stream().filter(line -> line.startsWith("# TYPE "))).doesNotHaveDuplicates();
    assertThat(lines())
        .allMatch(
            line ->
                line.matches("# (HELP|TYPE) [a-z_0-9]+ .+")
                    || line.matches("[a-z_0-9]+\\{.+\\} [-0-9.E]+"));
  }

  @Test
  void percentilesOfTheNewestSliceAreThoseOfItsRow() throws IOException {
    state.finished(aFullSlice(0, i -> 5));
    SliceRow newest = aFullSlice(1, i -> 0.1 + i / 10_000.0);
    state.finished(newest);

    for (Metric metric : SliceColumn.metrics()) {
      BaseUnit unit = BaseUnit.of(metric.unit());
      Distribution row = SliceColumn.column(newest, metric).orElseThrow();
      String name = "longhaul_newest_slice_" + metric.tag() + "_" + unit.suffix();
      assertThat(value(name, "quantile=\"0\"")).isEqualTo(row.getMin() / unit.storedPerUnit());
      assertThat(value(name, "quantile=\"0.5\"")).isEqualTo(row.getP50() / unit.storedPerUnit());
      assertThat(value(name, "quantile=\"0.99\"")).isEqualTo(row.getP99() / unit.storedPerUnit());
      assertThat(value(name, "quantile=\"0.999\"")).isEqualTo(row.getP999() / unit.storedPerUnit());
      assertThat(value(name, "quantile=\"1\"")).isEqualTo(row.getMax() / unit.storedPerUnit());
      assertThat(
              value(
                  "longhaul_newest_slice_" + metric.tag() + "_mean_" + unit.suffix(),
                  "benchmark_id"))
          .isEqualTo(row.getMean() / unit.storedPerUnit());
    }
    assertThat(value("longhaul_newest_slice_request_latency_seconds", "quantile=\"0\""))
        .isEqualTo(0.1);
  }

  @Test
  void figuresOfTheNewestSliceAreThoseOfItsRow() throws IOException {
    SliceRow slice = aFullSlice(7, i -> 0.1);
    slice.put("trusted", false);
    slice.put("covered_ns", TimeUnit.MILLISECONDS.toNanos(500));
    state.finished(slice);

    assertThat(newest("index")).isEqualTo(7);
    assertThat(newest("end_timestamp_seconds")).isEqualTo(1_800_000_008);
    assertThat(newest("covered_seconds")).isEqualTo(0.5);
    assertThat(newest("trusted")).isZero();
    assertThat(newest("sent_requests_per_second")).isEqualTo(2 * 5_003);
    assertThat(newest("valid_requests_per_second")).isEqualTo(2 * 5_000);
    assertThat(newest("failed_requests_per_second")).isEqualTo(2 * 2);
    assertThat(newest("good_requests_per_second")).isEqualTo(2 * 4_900);
    assertThat(newest("output_tokens_per_second")).isEqualTo(2 * 120_000);
    assertThat(newest("errors")).isEqualTo(2);
    assertThat(newest("requests_in_flight_mean")).isEqualTo(4);
    assertThat(newest("requests_in_flight_max")).isEqualTo(4);
    assertThat(newest("requests_waiting_max")).isEqualTo(7);
    assertThat(newest("event_loop_lag_max_seconds")).isEqualTo(0.002);
    assertThat(newest("pause_max_seconds")).isEqualTo(0.003);
    assertThat(newest("gc_pause_seconds")).isEqualTo(0.001);
    assertThat(newest("clock_error_max_seconds")).isEqualTo(0.00004);
    assertThat(newest("process_cpu_max_cores")).isEqualTo(0.75);
    assertThat(newest("host_idle_min_ratio")).isEqualTo(0.5);
    assertThat(newest("dropped_events")).isZero();
    assertThat(newest("gpu_power_watts")).isEqualTo(712.5);
  }

  private double newest(String figure) throws IOException {
    return value("longhaul_newest_slice_" + figure, "benchmark_id");
  }

  @Test
  void eachFigureHasItsStability() throws IOException {
    LiveStability stability = new LiveStability(TimeUnit.SECONDS.toNanos(1), PlannedLoad.CONSTANT);
    for (int i = 0; i < 203; i++) {
      SliceRow slice = aSlice(i, i < 200 ? 200 + i % 3 : 250);
      state.judged(stability.finished(slice));
      state.finished(slice);
    }

    String name = "longhaul_newest_slice_stability";
    assertThat(value(name, "figure=\"request_latency.p99\"")).isEqualTo(3);
    assertThat(value(name, "figure=\"request_throughput\"")).isEqualTo(1);
    assertThat(lines()).noneMatch(line -> line.contains("figure=\"goodput\""));
  }

  @Test
  void countersAreTheTotalsOfAllSlices() throws IOException {
    state.finished(aFullSlice(0, i -> 0.1));
    SliceRow second = aFullSlice(1, i -> 0.1);
    second.put("trusted", false);
    state.finished(second);

    assertThat(value("longhaul_requests_ended_total", "outcome=\"ok\"")).isEqualTo(10_000);
    assertThat(value("longhaul_requests_ended_total", "outcome=\"http_error\"")).isEqualTo(4);
    assertThat(value("longhaul_errors_total", "reason=\"http_503\"")).isEqualTo(4);
    assertThat(value("longhaul_valid_requests_total", "")).isEqualTo(10_000);
    assertThat(value("longhaul_good_requests_total", "")).isEqualTo(9_800);
    assertThat(value("longhaul_output_tokens_total", "")).isEqualTo(240_000);
    assertThat(value("longhaul_slices_not_trusted_total", "")).isEqualTo(1);
    assertThat(value("longhaul_request_latency_seconds_count", "")).isEqualTo(10_000);
    assertThat(value("longhaul_request_latency_seconds_bucket", "le=\"0.05\"")).isZero();
  }

  @Test
  void goodputIsShownOnlyInRunsWithObjectives() throws IOException {
    state.finished(aFullSlice(0, i -> 0.1));

    assertThat(lines()).noneMatch(line -> line.contains("good_requests"));
  }

  @Test
  void aSliceWithoutValuesHasNoPercentiles() throws IOException {
    SliceRow slice = aSlice(0, 10);
    slice.put("request_latency_ns", null);
    slice.put("covered_ns", 0L);
    state.finished(slice);

    assertThat(lines())
        .noneMatch(line -> line.contains("quantile"))
        .noneMatch(line -> line.contains("NaN") || line.contains("Inf"));
  }

  @Test
  void furtherKindsOfErrorsAreCountedTogether() throws IOException {
    SliceRow slice = aSlice(0, 10);
    List<ErrorCount> errors = new ArrayList<>();
    for (int i = 0; i < ErrorKinds.MAX_KINDS + 5; i++) {
      errors.add(anError("http_error", 400 + i, "http_" + (400 + i), 1));
    }
    slice.put("errors", errors);
    state.finished(slice);

    assertThat(lines().stream().filter(line -> line.startsWith("longhaul_errors_total{")))
        .hasSize(ErrorKinds.MAX_KINDS + 1)
        .anyMatch(line -> line.contains("outcome=\"other\"") && line.endsWith(" 5.0"));
  }

  @Test
  void aGpuIsShownUntilItIsSilentForHalfAMinute() throws IOException {
    state.sampled(aGpuSample(0));
    now.addAndGet(TimeUnit.SECONDS.toNanos(20));
    state.sampled(aGpuSample(1));

    assertThat(value("longhaul_gpu_power_watts", "gpu=\"0\"")).isEqualTo(350);
    assertThat(value("longhaul_gpu_utilization_ratio", "gpu=\"1\"")).isEqualTo(0.8);

    now.addAndGet(TimeUnit.SECONDS.toNanos(20));

    assertThat(lines()).noneMatch(line -> line.contains("gpu_uuid=\"GPU-0\""));
    assertThat(value("longhaul_gpu_power_watts", "gpu=\"1\"")).isEqualTo(351);
  }

  @Test
  void theDocumentationListsEveryMetricOfLonghaul() throws IOException {
    SliceRow slice = aFullSlice(0, i -> 0.1);
    state.judged(
        new LiveStability(TimeUnit.SECONDS.toNanos(1), PlannedLoad.CONSTANT).finished(slice));
    state.finished(slice);
    state.sampled(aGpuSample(0));
    Pattern row = Pattern.compile("^\\| `(longhaul_[A-Za-z_]+)`");
    Set<String> documented = new TreeSet<>();
    Path page = Path.of(System.getProperty("longhaul.root"), "docs", "command-line.md");
    for (String line : Files.readAllLines(page)) {
      row.matcher(line).results().forEach(match -> documented.add(match.group(1)));
    }

    Set<String> tags = new TreeSet<>();
    SliceColumn.metrics().forEach(metric -> tags.add(metric.tag()));
    String anyTag = "_(" + String.join("|", tags) + ")_(mean_)?(seconds|tokens)";
    Set<String> exposed = new TreeSet<>();
    for (String line : lines(ApiTestRun.withObjectives(folder))) {
      if (line.startsWith("# TYPE longhaul_")) {
        exposed.add(line.split(" ", -1)[2].replaceFirst(anyTag, "_METRIC_$2$3"));
      }
    }
    assertThat(documented).containsExactlyElementsOf(exposed);
    assertThat(Files.readString(page)).contains(tags.stream().map(tag -> "`" + tag + "`").toList());
  }
}
