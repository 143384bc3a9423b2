package io.longhaul.report.html;

import static io.longhaul.report.figures.FinishedSlices.RUN_START_EPOCH_NS;
import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.FinishedSlices;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.Threshold;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Slices of one second, with a request of some milliseconds in each. */
class LiveChartsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LiveCharts charts =
      new LiveCharts(
          SloSet.parse("request_latency:500"),
          List.of(Threshold.parse("request_latency.p99>400")),
          TimeUnit.SECONDS.toNanos(1));

  @Test
  void eachOfTheNewestSlicesIsAPoint() throws IOException {
    charts.finished(aSlice(0, 100));
    charts.finished(aSlice(1, 300));

    JsonNode data = data();

    assertThat(data.at("/points/starts")).hasToString("[0.0,1.0]");
    assertThat(data.at("/slices/starts")).hasToString("[0.0,1.0]");
    assertThat(data.path("end").asDouble()).isEqualTo(2);
    JsonNode p99 = line(data, "request_latency", "p99");
    assertThat(p99.path("single").get(0).asDouble()).isCloseTo(100, within(0.2));
    assertThat(p99.path("single").get(1).asDouble()).isCloseTo(300, within(0.5));
    assertThat(p99.at("/points/mean")).isEqualTo(p99.path("single"));
    assertThat(line(data, "requests", "failed").path("single")).hasToString("[1,1]");
  }

  @Test
  void limitsAreThoseOfTheRun() throws IOException {
    charts.finished(aSlice(0, 100));

    assertThat(chart(data(), "request_latency").path("limits").findValuesAsText("text"))
        .containsExactly("objective: at most 500 ms", "--fail-if request_latency.p99>400");
  }

  @Test
  void aLongRunHasABoundedNumberOfPointsAndKeepsItsPeaks() throws IOException {
    int slices = 20_000;
    SliceRow usual = aSlice(0, 100);
    for (int i = 0; i < slices; i++) {
      SliceRow slice = i == 5_000 ? aSlice(i, 9_000) : FinishedSlices.copyOf(usual);
      slice.put("slice_index", (long) i);
      slice.put("start_epoch_ns", RUN_START_EPOCH_NS + TimeUnit.SECONDS.toNanos(i));
      slice.put("end_epoch_ns", RUN_START_EPOCH_NS + TimeUnit.SECONDS.toNanos(i + 1L));
      charts.finished(slice);
    }

    JsonNode data = data();

    assertThat(data.path("slices_per_point").asInt()).isEqualTo(32);
    JsonNode starts = data.at("/points/starts");
    assertThat(starts).hasSize(slices / 32);
    assertThat(starts.get(1).asDouble()).isEqualTo(32);
    assertThat(data.at("/slices/starts")).hasSize(1_024);
    assertThat(data.at("/slices/starts/1023").asDouble()).isEqualTo(slices - 1);
    JsonNode p99 = line(data, "request_latency", "p99");
    assertThat(max(p99.at("/points/max"))).isCloseTo(9_000, within(10.0));
    assertThat(max(p99.at("/points/mean"))).isCloseTo(100 + 8_900.0 / 32, within(2.0));
    assertThat(p99.at("/points/mean")).hasSameSizeAs(starts);
    assertThat(p99.path("single")).hasSize(1_024);
    assertThat(data.toString().length()).isLessThan(700_000);
  }

  @Test
  void aSliceThatWasNotReceivedIsAGap() throws IOException {
    charts.finished(aSlice(0, 100));
    charts.finished(aSlice(2, 100));

    assertThat(line(data(), "requests", "valid").path("single")).hasToString("[1,null,1]");
  }

  @Test
  void theValuesOfASliceContinueTheLines() throws IOException {
    charts.finished(aSlice(0, 100));
    JsonNode before = data();
    charts.finished(aSlice(1, 130));

    JsonNode newest = MAPPER.readTree(charts.newestJson());

    assertThat(newest.path("version")).isEqualTo(before.path("version"));
    assertThat(newest.path("newest").asInt()).isEqualTo(1);
    assertThat(newest.at("/slice/start").asDouble()).isEqualTo(1);
    assertThat(newest.at("/point/start").asDouble()).isEqualTo(1);
    assertThat(newest.path("end").asDouble()).isEqualTo(2);
    assertThat(newest.path("charts").findValuesAsText("id"))
        .isEqualTo(before.path("charts").findValuesAsText("id"));
    for (JsonNode chart : newest.path("charts")) {
      String id = chart.path("id").asText();
      for (String values : List.of("single", "mean", "min", "max")) {
        assertThat(chart.path(values)).hasSameSizeAs(chart(before, id).path("lines"));
      }
    }
  }

  @Test
  void aFurtherLineIsAnotherVersion() throws IOException {
    charts.finished(aSlice(0, 100));
    int version = data().path("version").asInt();
    SliceRow slice = aSlice(1, 100);
    slice.put("errors", List.of(error("timeout", 3)));
    charts.finished(slice);

    assertThat(data().path("version").asInt()).isGreaterThan(version);
    assertThat(line(data(), "errors-by-kind", "timeout").path("single")).hasToString("[0,3]");
  }

  @Test
  void errorsBeyondSixKindsShareALine() throws IOException {
    SliceRow slice = aSlice(0, 100);
    slice.put(
        "errors",
        List.of(
            error("a", 1),
            error("b", 1),
            error("c", 1),
            error("d", 1),
            error("e", 1),
            error("f", 1),
            error("g", 2),
            error("h", 3)));
    charts.finished(slice);

    assertThat(chart(data(), "errors-by-kind").path("lines").findValuesAsText("name"))
        .containsExactly("a", "b", "c", "d", "e", "f", "all others");
    assertThat(line(data(), "errors-by-kind", "all others").path("single")).hasToString("[5]");
  }

  @Test
  void samplesBelongToTheSliceInWhichTheyWereRead() throws IOException {
    charts.starts(RUN_START_EPOCH_NS);
    sample(0, -10, 1);
    sample(0, 100, 100);
    sample(0, 900, 200);
    sample(0, 1_100, 400);
    charts.finished(aSlice(0, 100));
    charts.finished(aSlice(1, 100));
    charts.finished(aSlice(2, 100));

    assertThat(line(data(), "gpu-power", "GPU 0").path("single")).hasToString("[150,400,null]");
  }

  @Test
  void requestsInTheServersAreThoseOfAllServersOrUnknown() throws IOException {
    charts.starts(RUN_START_EPOCH_NS);
    charts.serverSampled("http://a", millis(500), Map.of(ServerFigure.RUNNING, 3.0));
    charts.serverSampled("http://b", millis(600), Map.of(ServerFigure.RUNNING, 4.0));
    charts.finished(aSlice(0, 100));
    for (int slice = 1; slice < 5; slice++) {
      charts.serverSampled(
          "http://a", millis(1_000L * slice + 500), Map.of(ServerFigure.RUNNING, 3.0));
      charts.finished(aSlice(slice, 100));
    }

    assertThat(line(data(), "server-requests", "running").path("single"))
        .as("the second server is expected for three slices")
        .hasToString("[7,null,null,3,3]");
  }

  @Test
  void theServersOwnTimeToFirstTokenIsTheGrowthOfItsHistogram() throws IOException {
    charts.serverAnswered("http://a", 1, new FirstTokens(50, 100));
    charts.starts(RUN_START_EPOCH_NS);
    charts.serverAnswered("http://a", millis(400), new FirstTokens(51, 110));
    charts.serverAnswered("http://b", millis(500), new FirstTokens(7, 7));
    SliceRow streamed = aSlice(0, 120);
    streamed.put("time_to_first_token_ns", streamed.getRequestLatencyNs());
    charts.finished(streamed);
    charts.serverAnswered("http://a", millis(1_400), new FirstTokens(53, 120));
    charts.serverAnswered("http://b", millis(1_500), new FirstTokens(8, 17));
    charts.finished(aSlice(1, 100));
    charts.finished(aSlice(2, 100));
    charts.serverAnswered("http://a", millis(3_400), new FirstTokens(0.6, 2));
    charts.finished(aSlice(3, 100));

    assertThat(line(data(), "server-ttft", "server's mean").path("single"))
        .as("server b is first read in slice 0, and server a is restarted in slice 3")
        .hasToString("[100,150,null,300]");
    assertThat(line(data(), "server-ttft", "client's mean").path("single"))
        .hasToString("[120,null,null,null]");
  }

  @Test
  void aHeatMapCountsTheValuesOfEachSlice() throws IOException {
    charts.finished(aSlice(0, 107, 107, 300));
    charts.finished(aSlice(1, 110));

    JsonNode heat = data().path("heat").path(0);
    assertThat(heat.path("id").asText()).isEqualTo("request_latency-heat");
    assertThat(valuesNear(heat, 0, 107)).isEqualTo(2);
    assertThat(valuesNear(heat, 0, 300)).isEqualTo(1);
    assertThat(valuesNear(heat, 1, 110)).isEqualTo(1);
    JsonNode newest = MAPPER.readTree(charts.newestJson());
    assertThat(newest.path("heat").path(0).path("column").intValue()).isEqualTo(1);
    assertThat(newest.path("version")).isEqualTo(data().path("version"));
  }

  @Test
  void aHeatMapOfALongRunHasWiderColumns() throws IOException {
    for (int slice = 0; slice < 1_000; slice++) {
      charts.finished(aSlice(slice, slice == 700 ? 5_000 : 107));
    }

    JsonNode heat = data().path("heat").path(0);
    int rows = heat.path("edges").size() - 1;
    assertThat(heat.path("width").doubleValue()).isEqualTo(4);
    assertThat(heat.path("counts")).hasSize(250 * rows);
    assertThat(valuesNear(heat, 175, 107)).isEqualTo(3);
    assertThat(valuesNear(heat, 175, 5_000)).isEqualTo(1);
    assertThat(valuesNear(heat, 249, 107)).isEqualTo(4);
  }

  /** Returns the count of the cell that contains a value. */
  private static long valuesNear(JsonNode heat, int column, double millis) {
    JsonNode edges = heat.path("edges");
    int row = 0;
    while (edges.path(row + 1).doubleValue() <= millis) {
      row++;
    }
    return heat.path("counts").path(column * (edges.size() - 1) + row).longValue();
  }

  @Test
  void gpusOfSeveralHostsAreSeparateLines() throws IOException {
    charts.starts(RUN_START_EPOCH_NS);
    for (String host : List.of("a", "b")) {
      charts.gpuSampled(
          new GpuId("http://" + host, 0, "uuid-" + host, ""),
          host,
          millis(100),
          Map.of(GpuGauge.POWER, 100.0));
    }
    charts.finished(aSlice(0, 100));

    assertThat(chart(data(), "gpu-power").path("lines").findValuesAsText("name"))
        .containsExactly("GPU 0 of a", "GPU 0 of b");
  }

  @Test
  void ofManyGpusTheRangeIsShown() throws IOException {
    charts.starts(RUN_START_EPOCH_NS);
    for (int gpu = 0; gpu < 8; gpu++) {
      sample(gpu, 100, 100 + gpu);
    }
    charts.finished(aSlice(0, 100));
    for (int gpu = 0; gpu < 32; gpu++) {
      sample(gpu, 1_100, 100 + gpu);
    }
    charts.finished(aSlice(1, 100));

    assertThat(chart(data(), "gpu-power").path("title").asText()).isEqualTo("GPU power of 32 GPUs");
    assertThat(chart(data(), "gpu-power").path("lines").findValuesAsText("name"))
        .containsExactly("lowest GPU", "mean of all GPUs", "highest GPU");
    assertThat(line(data(), "gpu-power", "highest GPU").path("single")).hasToString("[null,131]");
  }

  @Test
  void aChartWithoutValuesIsNotDrawn() throws IOException {
    charts.finished(aSlice(0, 100));

    assertThat(data().path("charts").findValuesAsText("id"))
        .contains("request_latency", "requests", "in-flight")
        .doesNotContain("time_to_first_token", "gpu-power", "server-requests", "errors-by-kind");
  }

  @Test
  void slicesThatCannotBeTrustedAreMarkedBySeverity() throws IOException {
    charts.finished(aSlice(0, 100));
    SliceRow disturbed = aSlice(1, 100);
    disturbed.put("trusted", false);
    disturbed.put("pause_max_ns", TimeUnit.MILLISECONDS.toNanos(10));
    charts.finished(disturbed);
    SliceRow stopped = aSlice(2, 100);
    stopped.put("trusted", false);
    stopped.put("pause_max_ns", TimeUnit.MILLISECONDS.toNanos(90));
    charts.finished(stopped);

    assertThat(data().at("/slices/severities")).hasToString("[0,1,2]");
  }

  @Test
  void eventsAreAtTheirTimes() throws IOException {
    charts.fault(millis(-5), "before the start");
    charts.starts(RUN_START_EPOCH_NS);
    charts.fault(millis(1_500), "a generator was lost");
    charts.loadChanged(millis(2_000), "End of the load");
    charts.marked(millis(2_500), "deployed 1.4.2");

    assertThat(data().path("events").findValuesAsText("text"))
        .containsExactly("a generator was lost", "End of the load", "deployed 1.4.2");
    assertThat(data().path("events").findValuesAsText("from")).containsExactly("1.5", "2.0", "2.5");
    assertThat(data().path("events").findValuesAsText("kind"))
        .containsExactly("fault", "load", "mark");
    assertThat(MAPPER.readTree(charts.eventsJson()).path("events"))
        .isEqualTo(data().path("events"));
  }

  private JsonNode data() throws IOException {
    return MAPPER.readTree(charts.json());
  }

  private void sample(int gpu, long millis, double watts) {
    charts.gpuSampled(
        new GpuId("http://e", gpu, "uuid-" + gpu, ""),
        "host",
        millis(millis),
        Map.of(GpuGauge.POWER, watts));
  }

  private static ErrorCount error(String reason, long count) {
    ErrorCount error = new ErrorCount();
    error.put("outcome", "http_error");
    error.put("reason", reason);
    error.put("count", count);
    return error;
  }

  private static long millis(long sinceStart) {
    return RUN_START_EPOCH_NS + TimeUnit.MILLISECONDS.toNanos(sinceStart);
  }

  private static double max(JsonNode values) {
    double max = Double.NEGATIVE_INFINITY;
    for (JsonNode value : values) {
      max = Math.max(max, value.asDouble());
    }
    return max;
  }

  private static JsonNode chart(JsonNode data, String id) {
    for (JsonNode chart : data.path("charts")) {
      if (chart.path("id").asText().equals(id)) {
        return chart;
      }
    }
    throw new AssertionError("no chart " + id);
  }

  private static JsonNode line(JsonNode data, String id, String name) {
    for (JsonNode line : chart(data, id).path("lines")) {
      if (line.path("name").asText().equals(name)) {
        return line;
      }
    }
    throw new AssertionError("no line " + name + " in " + id);
  }
}
