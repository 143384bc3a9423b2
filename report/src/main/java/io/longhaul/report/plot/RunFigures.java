package io.longhaul.report.plot;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The figures of a run, or of the aggregate of equal runs, in a plot of several runs.
 *
 * @param model its first model, or its folder if there is none
 * @param label its load, or its folder if there is none
 * @param setting what repetitions have in common: the folder that contains them, otherwise its own
 * @param gpus number of GPUs with samples; 0 if there are none
 * @param averages the averages of its metrics in display units, by tag
 */
public record RunFigures(
    String model, String label, String setting, int gpus, Map<String, Estimate> averages) {
  static final String AVERAGE = "avg";
  private static final String AVERAGE_ENDING = "_" + AVERAGE;
  private static final String REPETITIONS = "profile_runs";

  /** A parameter of a sweep, such as {@code phases.profiling.rate=5.0}; its group is the name. */
  private static final Pattern PATH_OF_PARAMETER = Pattern.compile("[\\w.]*\\.([A-Za-z_]\\w*=)");

  /**
   * A figure.
   *
   * @param low lower end of its confidence interval; the figure itself if there is none
   * @param high upper end
   */
  public record Estimate(double value, double low, double high) {
    static Estimate of(double value) {
      return new Estimate(value, value, value);
    }

    boolean hasInterval() {
      return low < high;
    }
  }

  public RunFigures {
    averages = Map.copyOf(averages);
  }

  /** Returns whether a folder contains the file that is read. */
  public static boolean areIn(Path folder) {
    return Files.exists(new ExportLayout(folder).profileJson())
        || Files.exists(ExportLayout.aggregateJson(folder));
  }

  /**
   * Reads AIPerf's summary in a folder: of a run, or of the aggregate of several.
   *
   * @throws IOException if it cannot be read or is not JSON
   */
  public static RunFigures read(Path folder) throws IOException {
    Path summary = new ExportLayout(folder).profileJson();
    return Files.exists(summary)
        ? ofRun(folder, AiperfPlots.tree(summary))
        : ofAggregate(folder, AiperfPlots.tree(ExportLayout.aggregateJson(folder)));
  }

  private static RunFigures ofRun(Path folder, JsonNode summary) {
    Map<String, Estimate> averages = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> metric : summary.properties()) {
      JsonNode average = metric.getValue().path(AVERAGE);
      if (average.isNumber()) {
        averages.put(metric.getKey(), Estimate.of(average.asDouble()));
      }
    }
    int gpus = 0;
    for (JsonNode endpoint : summary.path("telemetry_data").path("endpoints")) {
      gpus += endpoint.path("gpus").size();
    }
    JsonNode config = summary.path("input_config");
    return new RunFigures(
        orName(model(config), folder),
        orName(load(config), folder),
        setting(folder),
        gpus,
        averages);
  }

  private static RunFigures ofAggregate(Path folder, JsonNode aggregate) {
    Map<String, Estimate> averages = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> metric : aggregate.path("metrics").properties()) {
      String name = metric.getKey();
      JsonNode figures = metric.getValue();
      if (name.endsWith(AVERAGE_ENDING) && figures.path("mean").isNumber()) {
        double mean = figures.path("mean").asDouble();
        averages.put(
            name.substring(0, name.length() - AVERAGE_ENDING.length()),
            new Estimate(
                mean,
                figures.path("ci_low").asDouble(mean),
                figures.path("ci_high").asDouble(mean)));
      }
    }
    JsonNode about = aggregate.path("metadata");
    String label =
        PATH_OF_PARAMETER.matcher(about.path("variation_label").asText("")).replaceAll("$1");
    return new RunFigures(
        orName(about.path("model").asText(""), folder),
        orName(label, folder),
        setting(folder),
        0,
        averages);
  }

  /** The runs of a repeated run are in one folder. */
  private static String setting(Path folder) {
    Path parent = folder.toAbsolutePath().normalize().getParent();
    return (parent != null && parent.endsWith(REPETITIONS) ? parent : folder).toString();
  }

  private static String orName(String text, Path folder) {
    return text.isEmpty()
        ? String.valueOf(folder.toAbsolutePath().normalize().getFileName())
        : text;
  }

  /** Returns the first model in AIPerf's configuration tree; empty if there is none. */
  static String model(JsonNode inputConfig) {
    String first = inputConfig.path("models").path("items").path(0).path("name").asText("");
    return first.isEmpty()
        ? inputConfig.path("endpoint").path("model_names").path(0).asText("")
        : first;
  }

  /** Returns the load in AIPerf's configuration tree; empty if it is not a single number. */
  static String load(JsonNode inputConfig) {
    JsonNode phase = inputConfig.path("loadgen");
    for (JsonNode each : inputConfig.path("phases")) {
      if (each.path("name").asText().equals("profiling")) {
        phase = each;
      }
    }
    JsonNode rate = phase.has("rate") ? phase.path("rate") : phase.path("request_rate");
    if (rate.isNumber()) {
      return new BigDecimal(rate.asText()).stripTrailingZeros().toPlainString() + " requests/s";
    }
    return phase.path("concurrency").isNumber()
        ? "concurrency " + phase.path("concurrency").asText()
        : "";
  }
}
