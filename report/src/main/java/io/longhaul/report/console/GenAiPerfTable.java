package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.metrics.genaiperf.GenAiPerfMetric;
import io.longhaul.report.json.ReadJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** GenAI-Perf's tables, read from its JSON file. */
public final class GenAiPerfTable {
  private static final List<String> STATISTICS = List.of("avg", "min", "max", "p99", "p90", "p75");

  private GenAiPerfTable() {}

  /**
   * Returns both tables, ending with a line break.
   *
   * @throws IOException if the file cannot be read
   */
  public static String of(Path file) throws IOException {
    JsonNode figures = ReadJson.from(file);
    TextTable many = new TextTable("Metric", "avg", "min", "max", "p99", "p90", "p75");
    TextTable one = new TextTable("Metric", "value");
    for (GenAiPerfMetric metric : GenAiPerfMetric.values()) {
      JsonNode figure = figures.path(metric.tag());
      if (metric.isOfRun() && figure.has("avg")) {
        one.add(List.of(metric.label(), Figures.of(figure.path("avg"))));
      } else if (figure.has("avg")) {
        List<String> cells = new ArrayList<>(List.of(metric.label()));
        STATISTICS.forEach(statistic -> cells.add(Figures.of(figure.path(statistic))));
        many.add(cells);
      }
    }
    return "\n" + many.text() + "\n" + one.text();
  }
}
