package io.longhaul.report.aiperf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.ExactStatistics;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.AiperfSlice;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.figures.WindowStatistics;
import io.longhaul.report.json.JsonDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Vector V13: the files that AIPerf writes for the same results. */
public class AiperfShapesTest {
  private static final AiperfResult EFFECTIVE_CONCURRENCY =
      new AiperfResult(
          "effective_concurrency",
          "Effective Concurrency",
          "requests",
          Map.of(
              Statistic.AVG, 1.5,
              Statistic.MIN, 0.0,
              Statistic.MAX, 2.0,
              Statistic.P50, 1.0,
              Statistic.P90, 2.0,
              Statistic.P95, 2.0,
              Statistic.P99, 2.0,
              Statistic.STD, 0.5));

  private static final AiperfResult ACCURACY =
      new AiperfResult(
          "accuracy.overall",
          "Accuracy (Overall)",
          "ratio",
          Map.of(Statistic.COUNT, 4.0, Statistic.SUM, 3.0));

  private static final WindowStatistics WINDOW =
      new WindowStatistics(
          Map.of(
              Metric.REQUEST_LATENCY,
              ExactStatistics.of(new long[] {20_000_000, 10_000_000}, 1_000_000).orElseThrow()),
          Map.of(
              Metric.REQUEST_COUNT, 2.0,
              Metric.REQUEST_THROUGHPUT, 1.995,
              Metric.MIN_REQUEST_TIMESTAMP, 5.0,
              Metric.ARRIVED_TOKEN_THROUGHPUT, 7.0));

  private static final AiperfSlice WHOLE = new AiperfSlice(1000, 2000, true, WINDOW);
  private static final AiperfSlice CUT =
      new AiperfSlice(
          2000, 2500, false, new WindowStatistics(Map.of(), Map.of(Metric.REQUEST_COUNT, 2.0)));

  @Test
  void theCsvHasDistributionsThenNumbers() {
    List<AiperfResult> results = new java.util.ArrayList<>(AiperfResult.of(WINDOW));
    results.add(ACCURACY);
    results.add(EFFECTIVE_CONCURRENCY);

    assertThat(ProfileCsv.of(results, List.of()))
        .hasToString(
            crlf(
                """
                Metric,avg,min,max,sum,p1,p5,p10,p25,p50,p75,p90,p95,p99,std
                Effective Concurrency,1.50,0.00,2.00,,,,,,1.00,,2.00,2.00,2.00,0.50
                Request Latency (ms),15.00,10.00,20.00,30.00,10.10,10.50,11.00,12.50,15.00,17.50,19.00,19.50,19.90,5.00

                Metric,Value
                Accuracy (Overall) (ratio),
                Request Count,2.00
                Request Throughput (requests/sec),2.00
                """));
  }

  @Test
  void theSlicesCsvHasOneNumberPerLine() {
    assertThat(TimeslicesCsv.of(List.of(WHOLE, CUT)))
        .hasToString(
            crlf(
                """
                Timeslice,Start_NS,End_NS,Metric,Unit,Stat,Value
                0,1000,2000,Request Count,requests,avg,2.00
                0,1000,2000,Request Latency,ms,avg,15.00
                0,1000,2000,Request Latency,ms,min,10.00
                0,1000,2000,Request Latency,ms,max,20.00
                0,1000,2000,Request Latency,ms,sum,30.00
                0,1000,2000,Request Latency,ms,p1,10.10
                0,1000,2000,Request Latency,ms,p5,10.50
                0,1000,2000,Request Latency,ms,p10,11.00
                0,1000,2000,Request Latency,ms,p25,12.50
                0,1000,2000,Request Latency,ms,p50,15.00
                0,1000,2000,Request Latency,ms,p75,17.50
                0,1000,2000,Request Latency,ms,p90,19.00
                0,1000,2000,Request Latency,ms,p95,19.50
                0,1000,2000,Request Latency,ms,p99,19.90
                0,1000,2000,Request Latency,ms,std,5.00
                0,1000,2000,Request Throughput,requests/sec,avg,2.00
                1,2000,2500,Request Count,requests,avg,2.00
                """));
  }

  @Test
  void theSlicesJsonMarksOnlyIncompleteSlices() throws IOException {
    assertThat(json(json -> TimeslicesJson.write(json, List.of(WHOLE, CUT))))
        .isEqualTo(
            tree(
                """
                {"timeslices": [
                  {"start_ns": 1000, "end_ns": 2000,
                   "request_latency": {"unit": "ms", "avg": 15.0, "p1": 10.1, "p5": 10.5,
                     "p10": 11.0, "p25": 12.5, "p50": 15.0, "p75": 17.5, "p90": 19.0,
                     "p95": 19.5, "p99": 19.9, "min": 10.0, "max": 20.0, "std": 5.0,
                     "count": 2, "sum": 30.0},
                   "request_count": {"unit": "requests", "avg": 2.0},
                   "request_throughput": {"unit": "requests/sec", "avg": 1.995}},
                  {"start_ns": 2000, "end_ns": 2500, "is_complete": false,
                   "request_count": {"unit": "requests", "avg": 2.0}}]}
                """));
  }

  @Test
  void aMetricHasOnlyItsAvailableStatisticsInAiperfsOrder() throws IOException {
    assertThat(text(json -> AiperfResultJson.write(json, List.of(EFFECTIVE_CONCURRENCY))))
        .isEqualToIgnoringWhitespace(
            """
            {"effective_concurrency": {"unit": "requests", "avg": 1.5, "p50": 1.0, "p90": 2.0,
              "p95": 2.0, "p99": 2.0, "min": 0.0, "max": 2.0, "std": 0.5}}\
            """);
    assertThat(text(json -> AiperfResultJson.write(json, List.of(ACCURACY))))
        .isEqualToIgnoringWhitespace(
            """
            {"accuracy.overall": {"unit": "ratio", "count": 4, "sum": 3.0}}\
            """);
  }

  /** Vector V11: a statistic that is infinite or no number is left out. */
  @Test
  void anInfiniteStatisticIsOmitted() throws IOException {
    AiperfResult adjusted =
        new AiperfResult(
            "adj_x",
            "X",
            "ms",
            Map.of(Statistic.AVG, Double.POSITIVE_INFINITY, Statistic.MIN, 1.0));

    assertThat(text(json -> AiperfResultJson.write(json, List.of(adjusted))))
        .isEqualToIgnoringWhitespace("{\"adj_x\": {\"unit\": \"ms\", \"min\": 1.0}}");
  }

  /** Vector V11: names. */
  @Test
  void aUnitOfCountsIsNotInTheName() {
    assertThat(nameOf("Request Latency", "ms")).isEqualTo("Request Latency (ms)");
    assertThat(nameOf("Request Count", "requests")).isEqualTo("Request Count");
    assertThat(nameOf("X", "count")).isEqualTo("X");
    assertThat(nameOf("Y", "")).isEqualTo("Y");
  }

  private static String nameOf(String header, String unit) {
    return ProfileCsv.nameOf(new AiperfResult("t", header, unit, Map.of(Statistic.AVG, 1.0)));
  }

  private static String crlf(String text) {
    return text.replace("\n", "\r\n");
  }

  private static JsonNode tree(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  private static JsonNode json(JsonDocument.Content content) throws IOException {
    return tree(text(content));
  }

  private static String text(JsonDocument.Content content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonDocument.write(out, content);
    return out.toString(UTF_8);
  }
}
