package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.json.ReadJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

/**
 * The key figures of several runs as a table, read from the aggregate's document, which contains
 * all figures.
 */
public final class AggregateReport {
  private static final List<String> SHOWN =
      List.of(
          "request_throughput_avg",
          "output_token_throughput_avg",
          "goodput_avg",
          "time_to_first_token_avg",
          "time_to_first_token_p99",
          "inter_token_latency_avg",
          "inter_token_latency_p99",
          "request_latency_avg",
          "request_latency_p99");

  private final ExportLayout layout;
  private final JsonNode document;

  /**
   * Reads the document.
   *
   * @throws IOException if the document cannot be read
   */
  public AggregateReport(ExportLayout layout) throws IOException {
    this.layout = layout;
    this.document = ReadJson.from(layout.aggregateJson());
  }

  /** Returns the table and the paths of its files, ending with a line break. */
  public String text() {
    TextTable table = new TextTable("Figure", "mean", "from", "to", "std", "cv %", "min", "max");
    for (String name : SHOWN) {
      JsonNode figure = document.path("metrics").path(name);
      if (!figure.isMissingNode()) {
        table.add(
            List.of(
                name + " (" + figure.path("unit").asText() + ")",
                Figures.of(figure.path("mean")),
                Figures.of(figure.path("ci_low")),
                Figures.of(figure.path("ci_high")),
                Figures.of(figure.path("std")),
                percent(figure.path("cv")),
                Figures.of(figure.path("min")),
                Figures.of(figure.path("max"))));
      }
    }
    JsonNode metadata = document.path("metadata");
    BigDecimal confidence =
        BigDecimal.valueOf(metadata.path("confidence_level").asDouble()).movePointRight(2);
    return """

        Across %d runs (from, to: confidence interval of the mean, %s %%)
        %s
        Files
          %s
          %s
          %s (one folder per run)
        """
        .formatted(
            metadata.path("num_successful_runs").asInt(),
            confidence.stripTrailingZeros().toPlainString(),
            table.text(),
            layout.aggregateJson(),
            layout.aggregateCsv(),
            layout.profileRuns());
  }

  private static String percent(JsonNode share) {
    return share.isNumber() ? Figures.of(share.doubleValue() * 100) : Figures.NONE;
  }
}
