package io.longhaul.cli.api;

import static io.longhaul.cli.api.FullSlices.VALUES;
import static io.longhaul.cli.api.FullSlices.aFullSlice;
import static io.longhaul.cli.api.FullSlices.aGpuSample;
import static io.longhaul.report.figures.FinishedSlices.RUN_START_EPOCH_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.export.SliceRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus scrapes a run, and executes the queries of the dashboard. */
@EnabledIfSystemProperty(named = "longhaul.prometheus", matches = ".+")
class PrometheusScrapeTest {
  private static final int SLICES = 6;

  /** A bucket of a native histogram is 2.2 % wide, one of a slice's distribution 0.1 %. */
  private static final double NATIVE_ERROR = 0.023;

  private static final String LATENCY = "longhaul_request_latency_seconds";
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

  @TempDir Path folder;

  private RunApi api;

  @BeforeEach
  void open() throws IOException {
    api =
        RunApi.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "127.0.0.1",
            ApiTestRun.withObjectives(folder),
            () -> {});
    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));
  }

  @AfterEach
  void close() {
    api.close();
  }

  /** Returns the latency of a request in seconds: from 50 ms to 1 s, most of them short. */
  private static double latency(int request) {
    return 0.05 * Math.exp(3.0 * request / VALUES);
  }

  private static double exactP99() {
    double[] sorted = new double[VALUES];
    Arrays.setAll(sorted, PrometheusScrapeTest::latency);
    return sorted[VALUES * 99 / 100];
  }

  private PrometheusServer scrapingSixSlices(String... arguments) throws Exception {
    PrometheusServer prometheus =
        new PrometheusServer(
            System.getProperty("longhaul.prometheus"),
            Files.createDirectory(folder.resolve("prometheus")),
            api.address(),
            List.of(arguments));
    try {
      for (int index = 0; index < SLICES; index++) {
        SliceRow slice = aFullSlice(index, PrometheusScrapeTest::latency);
        slice.put("trusted", index % 2 == 0);
        api.gpuSampled(aGpuSample(0));
        api.finished(slice);
        String seen = "longhaul_newest_slice_index == " + index;
        prometheus.await(seen, () -> hasData(prometheus, seen));
      }
      return prometheus;
    } catch (Exception | Error e) {
      prometheus.close();
      throw e;
    }
  }

  private static boolean hasData(PrometheusServer prometheus, String expression) {
    try {
      return !prometheus.values(expression).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyQueryOfTheDashboardReturnsData() throws Exception {
    try (PrometheusServer prometheus = scrapingSixSlices("--enable-feature=native-histograms")) {
      assertThat(queriesWithoutData(prometheus)).isEmpty();
    }
  }

  @Test
  void withoutNativeHistogramsEveryQueryReturnsDataFromClassicOnes() throws Exception {
    try (PrometheusServer prometheus = scrapingSixSlices()) {
      assertThat(queriesWithoutData(prometheus)).isEmpty();
      assertThat(prometheus.values(LATENCY + "_bucket")).isNotEmpty();
      assertThat(value(prometheus, "histogram_quantile(0.99, rate(" + LATENCY + "_bucket[1m]))"))
          .isBetween(0.5, 1.0);
    }
  }

  @Test
  void percentilesOfNativeHistogramsAreWithinTheirError() throws Exception {
    try (PrometheusServer prometheus = scrapingSixSlices("--enable-feature=native-histograms")) {
      assertThat(value(prometheus, "histogram_quantile(0.99, rate(" + LATENCY + "[1m]))"))
          .isEqualTo(exactP99(), within(NATIVE_ERROR * exactP99()));
      assertThat(value(prometheus, "histogram_count(" + LATENCY + ")")).isEqualTo(SLICES * VALUES);
      assertThat(
              value(prometheus, "longhaul_newest_slice_request_latency_seconds{quantile='0.99'}"))
          .isEqualTo(exactP99(), within(0.001 * exactP99()));
      assertThat(prometheus.values("{__name__=~'longhaul_.*_bucket'}")).isEmpty();
    }
  }

  private static double value(PrometheusServer prometheus, String expression) throws IOException {
    JsonNode result = prometheus.values(expression);
    assertThat(result).as(expression).hasSize(1);
    return result.get(0).path("value").path(1).asDouble();
  }

  private static List<String> queriesWithoutData(PrometheusServer prometheus) throws IOException {
    GrafanaDashboard dashboard = GrafanaDashboard.read();
    List<String> failed = new ArrayList<>();
    for (String expression : dashboard.expressions()) {
      if (!hasNumber(prometheus.valuesOverTime(expression))) {
        failed.add(expression);
      }
    }
    for (String query : dashboard.variableQueries()) {
      Matcher parts = LABEL_VALUES.matcher(query);
      assertThat(parts.matches()).as(query).isTrue();
      if (prometheus.labelValues(parts.group(2), parts.group(1)).isEmpty()) {
        failed.add(query);
      }
    }
    return failed;
  }

  /** Returns whether there is a histogram or a value that is not NaN. */
  private static boolean hasNumber(JsonNode series) {
    for (JsonNode each : series) {
      if (!each.path("histograms").isEmpty()
          || each.path("values").valueStream().anyMatch(v -> !v.path(1).asText().equals("NaN"))) {
        return true;
      }
    }
    return false;
  }
}
