package io.longhaul.report;

import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SeededRequests;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A seeded run of requests of all kinds: figures computed from the lines of {@code
 * profile_export.jsonl} equal those in {@code profile_export_aiperf.json}.
 */
class RecordsAndSummaryTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String RUN = "run";
  private static final int REQUESTS = 2_000;
  private static final String SLOS = "request_latency:250 output_token_throughput_per_user:150";
  private static final double AGREEMENT = 1e-9;

  @TempDir static Path folder;
  private static JsonNode summary;
  private static int lines;
  private static final Map<String, List<Double>> VALUES = new HashMap<>();

  @BeforeAll
  static void writeBothDocuments() throws IOException {
    SeededRequests seeded = new SeededRequests(11, SloSet.parse(SLOS));
    FakePipeline pipeline = new FakePipeline(folder.resolve("lake"), RUN);
    for (int i = 0; i < REQUESTS; i++) {
      pipeline.with(seeded.next(RUN, i, 9L * i));
    }
    Lake lake = pipeline.finished(at(20_000));
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    RunDocuments.write(RunReport.read(lake, RUN), lake, layout, ExportLevel.RECORDS);

    summary = MAPPER.readTree(layout.profileJson().toFile());
    for (String line : Files.readAllLines(layout.recordsJsonl())) {
      lines++;
      for (var metric : MAPPER.readTree(line).path("metrics").properties()) {
        collect(metric.getKey(), metric.getValue().path("value"));
      }
    }
  }

  private static void collect(String tag, JsonNode value) {
    List<Double> values = VALUES.computeIfAbsent(tag, any -> new ArrayList<>());
    if (value.isArray()) {
      value.forEach(element -> values.add(element.doubleValue()));
    } else {
      values.add(value.doubleValue());
    }
  }

  @Test
  void everyDistributionInTheSummaryEqualsThatOfTheLines() {
    int compared = 0;
    for (var metric : summary.properties()) {
      boolean ofLines = VALUES.containsKey(metric.getKey()) && metric.getValue().has("p50");
      if (ofLines) {
        double[] sorted =
            VALUES.get(metric.getKey()).stream().mapToDouble(each -> each).sorted().toArray();
        for (var statistic : metric.getValue().properties()) {
          if (!statistic.getKey().equals("unit")) {
            double ours = of(statistic.getKey(), sorted);
            assertThat(statistic.getValue().doubleValue())
                .as("%s of %s", statistic.getKey(), metric.getKey())
                .isCloseTo(ours, within(AGREEMENT * Math.max(1, Math.abs(ours))));
          }
        }
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(30);
  }

  @Test
  void linesAndSummaryHaveTheSameMetrics() {
    assertThat(VALUES.keySet()).allMatch(summary::has);
    for (var metric : summary.properties()) {
      if (metric.getValue().has("sum")) { // those that are weighted by time have none
        boolean isOfMetadata =
            List.of("effective_latency", "credit_to_start_latency").contains(metric.getKey());
        assertThat(VALUES.containsKey(metric.getKey()) || isOfMetadata)
            .as(metric.getKey())
            .isTrue();
      }
    }
  }

  @Test
  void countsEqualThoseOfTheLines() {
    assertThat(lines).isEqualTo(REQUESTS);
    assertThat(VALUES.get("request_latency")).hasSize(number("request_count"));
    assertThat(VALUES.get("error_isl").size()).isLessThanOrEqualTo(number("error_request_count"));
    assertThat(VALUES.get("good_request_count").stream().filter(good -> good == 1))
        .hasSize(number("good_request_count"));
    assertThat(VALUES.get("output_sequence_length").stream().mapToDouble(each -> each).sum())
        .isEqualTo(number("total_osl"));
  }

  private static int number(String tag) {
    return summary.path(tag).path("avg").intValue();
  }

  private static double of(String statistic, double[] sorted) {
    double avg = Arrays.stream(sorted).average().orElseThrow();
    return switch (statistic) {
      case "count" -> sorted.length;
      case "sum" -> Arrays.stream(sorted).sum();
      case "avg" -> avg;
      case "min" -> sorted[0];
      case "max" -> sorted[sorted.length - 1];
      case "std" ->
          Math.sqrt(Arrays.stream(sorted).map(v -> (v - avg) * (v - avg)).average().orElseThrow());
      default -> percentile(Double.parseDouble(statistic.substring(1)), sorted);
    };
  }

  private static double percentile(double percent, double[] sorted) {
    double rank = percent / 100 * (sorted.length - 1);
    int below = (int) rank;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
  }
}
