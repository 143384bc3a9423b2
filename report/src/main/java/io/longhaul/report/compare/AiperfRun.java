package io.longhaul.report.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.ReadJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * Reads a run of AIPerf from its artifact folder: the figures from its summary, their course over
 * time from its records.
 */
public final class AiperfRun {
  private static final String SUMMARY = "profile_export_aiperf.json";
  private static final String RECORDS = "profile_export.jsonl";
  private static final String ENDED = "request_end_ns";

  private AiperfRun() {}

  /** Returns whether a folder contains the files that are read. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(SUMMARY))
        && Files.isRegularFile(folder.resolve(RECORDS));
  }

  /**
   * Reads a run.
   *
   * @param name as the user named it
   * @throws InvalidResultsException if a file is invalid
   * @throws IOException if a file cannot be read
   */
  public static ComparedRun read(String name, Path folder) throws IOException {
    JsonNode summary = tree(folder.resolve(SUMMARY));
    List<JsonNode> records = records(folder.resolve(RECORDS));
    long start = bound(records, "request_start_ns", Math::min);
    long end = bound(records, ENDED, Math::max);
    RunBins.Builder bins = new RunBins.Builder(start, end);
    records.forEach(each -> add(bins, each));
    List<String> doubts = new ArrayList<>();
    if (summary.path("was_cancelled").asBoolean()) {
      doubts.add("incomplete: the run was cancelled");
    }
    ComparedRun.Facts facts =
        new ComparedRun.Facts(
            "aiperf " + summary.path("aiperf_version").asText("of an unknown version"),
            (end - start) / 1e9,
            summary.path(Metric.REQUEST_COUNT.tag()).path("avg").asLong(),
            average(summary, Metric.INPUT_SEQUENCE_LENGTH),
            average(summary, Metric.OUTPUT_SEQUENCE_LENGTH),
            summary.path("input_config"),
            MissingNode.getInstance(),
            doubts);
    return new ComparedRun(name, facts, figures(summary), bins.build());
  }

  private static double average(JsonNode summary, Metric metric) {
    return summary.path(metric.tag()).path("avg").asDouble(Double.NaN);
  }

  private static Map<ComparedFigure, Double> figures(JsonNode summary) {
    Map<ComparedFigure, Double> figures = new EnumMap<>(ComparedFigure.class);
    for (ComparedFigure figure : ComparedFigure.values()) {
      Metric metric = figure.metric();
      if (metric != null) {
        Statistic statistic = figure.statistic();
        JsonNode value =
            summary
                .path(metric.tag())
                .path((statistic == null ? Statistic.AVG : statistic).label());
        if (value.isNumber()) {
          figures.put(figure, value.asDouble());
        }
      }
    }
    return figures;
  }

  private static void add(RunBins.Builder bins, JsonNode each) {
    long ended = each.path("metadata").path(ENDED).asLong();
    JsonNode metrics = each.path("metrics");
    if (each.path("error").isObject()) {
      bins.addFailed(ended);
      return;
    }
    bins.addValid(ended, value(metrics, Metric.OUTPUT_SEQUENCE_LENGTH).asLong());
    for (Metric latency : RunBins.LATENCIES) {
      if (value(metrics, latency).isNumber()) {
        bins.addLatency(latency, ended, value(metrics, latency).asDouble());
      }
    }
    JsonNode good = value(metrics, Metric.GOOD_REQUEST_COUNT);
    if (good.isNumber()) {
      bins.addJudged(ended, good.asInt() > 0);
    }
  }

  private static JsonNode value(JsonNode metrics, Metric metric) {
    return metrics.path(metric.tag()).path("value");
  }

  private static long bound(List<JsonNode> records, String member, LongBinaryOperator choice) {
    return records.stream()
        .mapToLong(each -> each.path("metadata").path(member).asLong())
        .reduce(choice)
        .orElse(0);
  }

  /** Returns the records of the profiling phase. */
  private static List<JsonNode> records(Path file) throws IOException {
    List<JsonNode> records = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode each = ReadJson.of(line);
        if (each.path("metadata").path("benchmark_phase").asText().equals("profiling")) {
          records.add(each);
        }
      }
    } catch (JsonProcessingException e) {
      throw new InvalidResultsException("Cannot read " + file + ": a line is not JSON");
    }
    return records;
  }

  private static JsonNode tree(Path file) throws IOException {
    try {
      return ReadJson.from(file);
    } catch (JsonProcessingException e) {
      throw new InvalidResultsException("Cannot read " + file + ": it is not JSON");
    }
  }
}
