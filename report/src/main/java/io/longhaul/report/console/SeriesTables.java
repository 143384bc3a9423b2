package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.report.console.TextTable.Column;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tables of a series of runs, read from its documents, which contain all figures. */
public final class SeriesTables {
  /** Figures of repeated runs. */
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

  /** Columns of a sweep. */
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("Cell", "/name"),
          figure("requests/s", "request_throughput", "avg"),
          figure("TTFT", "time_to_first_token", "avg"),
          figure("TTFT p99", "time_to_first_token", "p99"),
          figure("ITL", "inter_token_latency", "avg"),
          figure("latency", "request_latency", "avg"),
          figure("latency p99", "request_latency", "p99"),
          figure("tokens/s", "output_token_throughput", "avg"));

  private SeriesTables() {}

  /**
   * Returns the key figures of repeated runs as a table, and the paths of their files, ending with
   * a line break.
   *
   * @throws IOException if the document cannot be read
   */
  public static String ofRepeatedRuns(ExportLayout layout) throws IOException {
    JsonNode document = ReadJson.from(layout.aggregateJson());
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

  /**
   * Returns the table of a sweep's cells, with times in milliseconds, and the paths of its files,
   * ending with a line break.
   *
   * @throws IOException if the document cannot be read
   */
  public static String ofCells(ExportLayout layout) throws IOException {
    return ofCellsSoFar(layout)
        + "\nFiles\n  "
        + layout.sweepJson()
        + "\n  "
        + layout.sweepCsv()
        + "\n";
  }

  /**
   * Returns the table of a sweep's cells without the paths.
   *
   * @throws IOException if the document cannot be read
   */
  public static String ofCellsSoFar(ExportLayout layout) throws IOException {
    JsonNode cells = ReadJson.from(layout.sweepJson()).path("per_combination_metrics");
    return "\n" + TextTable.of(cells, COLUMNS).text();
  }

  /** Returns the column of a figure; for a repeated cell the mean of its runs. */
  private static Column figure(String header, String tag, String statistic) {
    return new Column(
        header,
        cell -> {
          JsonNode metrics = cell.path("metrics");
          JsonNode mean = metrics.path(tag + "_" + statistic).path("mean");
          return Figures.of(mean.isMissingNode() ? metrics.path(tag).path(statistic) : mean);
        });
  }

  /**
   * Returns the tables of a GenAI-Perf sweep and the path of their file, ending with a line break.
   *
   * @throws IOException if the file cannot be read
   */
  public static String ofGenAiPerfSweep(Path csv) throws IOException {
    StringBuilder text = new StringBuilder();
    List<List<String>> block = new ArrayList<>();
    for (String line : Files.readAllLines(csv)) {
      if (line.isEmpty()) {
        text.append(table(block));
        block.clear();
      } else {
        block.add(Arrays.asList(line.split(",", -1)));
      }
    }
    return text.append(table(block)).append("\nFiles\n  ").append(csv).append('\n').toString();
  }

  private static String table(List<List<String>> block) {
    TextTable table = new TextTable(block.get(0));
    block.subList(1, block.size()).forEach(table::add);
    return "\n" + table.text();
  }
}
