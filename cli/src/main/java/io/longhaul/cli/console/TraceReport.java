package io.longhaul.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.dataset.trace.TraceAnalysis;
import io.longhaul.load.dataset.trace.ValueStatistics;
import io.longhaul.report.console.BoxTable;
import io.longhaul.report.console.BoxTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The analysis of a trace in the formats of AIPerf's {@code analyze-trace}. */
public final class TraceReport {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("Mean", "mean", ValueStatistics::mean),
          new Figure("Std Dev", "std_dev", ValueStatistics::standardDeviation),
          new Figure("Min", "min", ValueStatistics::min),
          new Figure("P25", "p25", ValueStatistics::p25),
          new Figure("Median", "median", ValueStatistics::median),
          new Figure("P75", "p75", ValueStatistics::p75),
          new Figure("Max", "max", ValueStatistics::max));
  private static final String NONE = "N/A";

  /** A figure with its column in the text and its member in JSON. */
  private record Figure(String column, String member, ToDoubleFunction<ValueStatistics> value) {}

  private TraceReport() {}

  /** Returns the analysis as text. */
  public static String text(TraceAnalysis trace) {
    List<Column> columns = new ArrayList<>(List.of(Column.right("Metric")));
    FIGURES.forEach(figure -> columns.add(Column.right(figure.column())));
    BoxTable table = new BoxTable("Trace Statistics", columns);
    table.add(row("Input Length", trace.input()));
    table.add(row("Context Length", trace.context()));
    table.add(row("Unique Prompt Length", trace.uniquePrompt()));
    table.add(row("Output Length", trace.output()));
    table.add(row("Theoretical Hit Rates", trace.hitRate()));
    return String.format(
            Locale.ROOT,
            "%nTrace Analysis Report%nTotal requests:   %,d%nUnique prefixes:  %,d%nPrefix groups: "
                + "   %,d%n%n",
            trace.requests(),
            trace.prefixes(),
            trace.prefixGroups())
        + table.text();
  }

  private static List<String> row(String name, Optional<ValueStatistics> spread) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (Figure figure : FIGURES) {
      cells.add(
          spread
              .map(of -> String.format(Locale.ROOT, "%,.2f", figure.value().applyAsDouble(of)))
              .orElse(NONE));
    }
    return cells;
  }

  /** Returns the analysis as JSON. */
  public static String json(TraceAnalysis trace) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("total_requests", trace.requests());
    json.put("unique_prefixes", trace.prefixes());
    json.put("num_prefix_groups", trace.prefixGroups());
    json.put("cache_hit_rate", trace.hitRate().map(ValueStatistics::mean).orElse(0.0));
    putTokens(json, "isl", trace.input());
    putTokens(json, "osl", trace.output());
    json.put("prefix_reuse_ratio", trace.prefixReuse());
    putSpread(json, "isl_stats", trace.input());
    putSpread(json, "osl_stats", trace.output());
    putSpread(json, "context_length_stats", trace.context());
    putSpread(json, "unique_prompt_length_stats", trace.uniquePrompt());
    putSpread(json, "hit_rate_stats", trace.hitRate());
    try {
      return JSON.writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree cannot be written", e);
    }
  }

  private static void putTokens(ObjectNode json, String name, Optional<ValueStatistics> spread) {
    json.put("min_" + name, spread.map(ValueStatistics::min).orElse(0.0).longValue());
    json.put("max_" + name, spread.map(ValueStatistics::max).orElse(0.0).longValue());
    json.put("avg_" + name, spread.map(ValueStatistics::mean).orElse(0.0));
  }

  private static void putSpread(ObjectNode json, String name, Optional<ValueStatistics> spread) {
    if (spread.isEmpty()) {
      json.putNull(name);
      return;
    }
    ObjectNode members = json.putObject(name);
    FIGURES.forEach(
        figure -> members.put(figure.member(), figure.value().applyAsDouble(spread.get())));
  }
}
