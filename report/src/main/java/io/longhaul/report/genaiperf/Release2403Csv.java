package io.longhaul.report.genaiperf;

import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.NumberText;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.CsvText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code profile_export_genai_perf.csv} as release 24.03 wrote it: whole nanoseconds and tokens,
 * then two rates. Without streaming, it has no rows for the first token and for inter token
 * latency.
 */
final class Release2403Csv {
  private static final List<Statistic> COLUMNS = Statistic.GENAI_PERF_COLUMNS.subList(0, 9);

  private final CsvText csv = new CsvText();

  private Release2403Csv() {}

  /**
   * Writes the table.
   *
   * @param requests times in ns
   * @param gaps in ns
   */
  static CsvText of(
      Map<GenAiPerfMetric, DistributionSummary> requests,
      Optional<DistributionSummary> gaps,
      Map<GenAiPerfMetric, Double> totals,
      boolean streaming) {
    Release2403Csv table = new Release2403Csv();
    table.csv.text("Statistic");
    table.csv.texts(COLUMNS.stream().map(Statistic::label).toList()).endLine();
    if (streaming) {
      table.write("time_to_first_token(ns)", requests.get(GenAiPerfMetric.TIME_TO_FIRST_TOKEN));
      table.write("inter_token_latency(ns)", gaps.orElse(null));
    }
    table.write("request_latency(ns)", requests.get(GenAiPerfMetric.REQUEST_LATENCY));
    table.write("num_output_token", requests.get(GenAiPerfMetric.OUTPUT_SEQUENCE_LENGTH));
    table.write(
        "output_token_throughput(per sec)", totals, GenAiPerfMetric.OUTPUT_TOKEN_THROUGHPUT);
    table.write("request_throughput(per sec)", totals, GenAiPerfMetric.REQUEST_THROUGHPUT);
    return table.csv;
  }

  private void write(String name, @Nullable DistributionSummary summary) {
    if (summary == null) {
      return;
    }
    csv.text(name);
    COLUMNS.forEach(column -> csv.text(whole(column.of(summary))));
    csv.endLine();
  }

  private void write(String name, Map<GenAiPerfMetric, Double> totals, GenAiPerfMetric metric) {
    if (totals.containsKey(metric)) {
      csv.text(name).text(NumberText.twoDecimals(totals.get(metric))).endLine();
    }
  }

  /** Formats like Python's {@code %.0f}, rounding half-even. */
  private static String whole(double value) {
    return new BigDecimal(value).setScale(0, RoundingMode.HALF_EVEN).toPlainString();
  }
}
