package io.longhaul.report.html;

import static io.longhaul.sinks.Rows.RUN_START_EPOCH_NS;
import static io.longhaul.sinks.Rows.aGpuSlice;
import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeChartsTest {
  @TempDir Path folder;

  @Test
  void latenciesAndRatesAreThoseOfTheSlices() throws IOException {
    JsonNode data =
        data(
            run()
                .with(aRequest("run", "a", 0, 100))
                .with(aRequest("run", "b", 1_000, 1_300))
                .with(anError("run", "e", 2_000, 2_010)));

    assertThat(line(data, "request_latency", "p50").path("mean").get(0).asDouble())
        .isCloseTo(100, within(0.1));
    assertThat(line(data, "request_latency", "p50").path("mean").get(1).asDouble())
        .isCloseTo(300, within(0.3));
    assertThat(line(data, "request_latency", "p50").path("mean").get(2).isNull()).isTrue();
    assertThat(line(data, "requests", "failed").path("mean")).hasToString("[0,0,1]");
    assertThat(line(data, "requests", "valid").path("mean")).hasToString("[1,1,0]");
    assertThat(line(data, "errors-by-kind", "Service Unavailable").path("mean"))
        .hasToString("[0,0,1]");
  }

  @Test
  void eachOfAFewGpusHasALine() throws IOException {
    JsonNode data = data(run().with(gpu(0, 0, 100)).with(gpu(0, 1, 300)).with(gpu(1, 0, 120)));

    assertThat(line(data, "gpu-power", "GPU 0").path("mean")).hasToString("[100,120,null]");
    assertThat(line(data, "gpu-power", "GPU 1").path("mean")).hasToString("[300,null,null]");
  }

  @Test
  void gpusWithTheSameValuesShareALine() throws IOException {
    JsonNode data = data(run().with(gpu(0, 0, 100)).with(gpu(0, 1, 100)).with(gpu(0, 2, 300)));

    assertThat(line(data, "gpu-power", "GPU 0, GPU 1").path("mean")).hasToString("[100,null,null]");
    assertThat(line(data, "gpu-power", "GPU 2").path("mean")).hasToString("[300,null,null]");
  }

  @Test
  void errorsAreBarsWithTheirNumbers() throws IOException {
    JsonNode data =
        data(run().with(anError("run", "e", 0, 10)).with(anError("run", "f", 100, 110)));

    assertThat(chart(data, "errors-by-kind").path("bars").asBoolean()).isTrue();
    assertThat(line(data, "errors-by-kind", "Service Unavailable").path("mean"))
        .hasToString("[2,0,0]");
  }

  @Test
  void objectivesAndConditionsAreLinesOfTheirCharts() throws IOException {
    JsonNode data =
        data(
            run()
                .configuredBy(
                    """
                    {"input_config": {"slos": {"request_latency": 500.0}},
                     "fail_if": ["request_latency.p99>400"], "plan": {}}""")
                .promising("request_latency", 500)
                .with(aRequest("run", "a", 0, 100).setGood(true)));

    assertThat(chart(data, "request_latency").path("limits"))
        .hasToString(
            "[{\"value\":500.0,\"text\":\"objective: at most 500 ms\"},"
                + "{\"value\":400.0,\"text\":\"--fail-if request_latency.p99>400\"}]");
    assertThat(chart(data, "requests").path("limits")).isEmpty();
  }

  @Test
  void slicesThatAreOnlyPartlyUnderLoadAreMarked() throws IOException {
    JsonNode data = data(run().with(aRequest("run", "a", 0, 100)));

    assertThat(data.path("partial")).hasToString("[0.0,1.0,1.0,3.0]");
    assertThat(data.path("events"))
        .anySatisfy(event -> assertThat(event.path("text").asText()).startsWith("End of the load"));
  }

  @Test
  void ofManyGpusTheRangeIsShown() throws IOException {
    FakePipeline run = run();
    for (int gpu = 0; gpu < 9; gpu++) {
      run.with(gpu(0, gpu, 100 + gpu));
    }

    JsonNode data = data(run);

    assertThat(line(data, "gpu-power", "lowest GPU").path("mean").get(0).asInt()).isEqualTo(100);
    assertThat(line(data, "gpu-power", "mean of all GPUs").path("mean").get(0).asInt())
        .isEqualTo(104);
    assertThat(line(data, "gpu-power", "highest GPU").path("mean").get(0).asInt()).isEqualTo(108);
  }

  @Test
  void serverMetricsAreNextToThoseOfTheClient() throws IOException {
    FakePipeline run = run().with(aRequest("run", "a", 0, 100));
    for (int second = 0; second <= 3; second++) {
      run.with(sample(second, "vllm:num_requests_running", "gauge").setValue(4.0));
      run.with(sample(second, "vllm:kv_cache_usage_perc", "gauge").setValue(0.25));
      run.with(
          sample(second, "vllm:time_to_first_token_seconds", "histogram")
              .setHistogramSum(0.2 * second)
              .setHistogramCount(4.0 * second)
              .setBucketBounds(List.of(Double.POSITIVE_INFINITY))
              .setBucketCounts(List.of(4.0 * second)));
    }

    JsonNode data = data(run);

    assertThat(line(data, "server-requests", "running").path("mean")).hasToString("[4,4,4]");
    assertThat(line(data, "server-cache", "in use").path("mean")).hasToString("[25,25,25]");
    assertThat(line(data, "server-ttft", "server's mean").path("mean")).hasToString("[50,50,50]");
    assertThat(line(data, "server-ttft", "client's mean").path("mean").get(0).asInt())
        .isEqualTo(50);
  }

  @Test
  void aLostLaneIsAnEvent() throws IOException {
    JsonNode data = data(run().losingItsLane());

    assertThat(data.path("events"))
        .anySatisfy(
            event -> {
              assertThat(event.path("from").asDouble()).isEqualTo(1);
              assertThat(event.path("kind").asText()).isEqualTo("fault");
              assertThat(event.path("text").asText())
                  .isEqualTo("Lane g0.1.0.p was lost: silent for 30 s");
            });
  }

  private FakePipeline run() {
    return new FakePipeline(folder.resolve("lake"), "run");
  }

  private static GpuSliceRow gpu(long slice, int index, double watts) {
    GpuSliceRow row = aGpuSlice("run", slice, watts);
    row.put("gpu_index", index);
    row.put("gpu_uuid", "GPU-" + index);
    return row;
  }

  private static ServerSampleRow.Builder sample(int second, String name, String type) {
    long at = RUN_START_EPOCH_NS + second * 1_000_000_000L;
    return ServerSampleRow.newBuilder()
        .setRunId("run")
        .setLaneId("s0")
        .setAtEpochNs(at)
        .setUncertaintyNs(1_000)
        .setUrl("http://server/metrics")
        .setSliceIndex(second)
        .setHoldsUntilEpochNs(at + 3_000_000_000L)
        .setName(name)
        .setType(type)
        .setHelp("")
        .setLabels(Map.of())
        .setValue(null)
        .setHistogramSum(null)
        .setHistogramCount(null)
        .setBucketBounds(List.of())
        .setBucketCounts(List.of());
  }

  private JsonNode data(FakePipeline run) throws IOException {
    Lake lake = run.finished(at(3_000));
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);
    return HtmlReportTest.data(Files.readString(layout.reportHtml()));
  }

  private static JsonNode chart(JsonNode data, String id) {
    return data.path("charts")
        .valueStream()
        .filter(chart -> chart.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id));
  }

  private static JsonNode line(JsonNode data, String chart, String name) {
    return chart(data, chart)
        .path("lines")
        .valueStream()
        .filter(line -> line.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(chart + ": " + name));
  }
}
