package io.longhaul.report.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.figures.WindowStatistics;
import io.longhaul.report.json.Configuration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A run in the table of all runs.
 *
 * @param lake number of its lake, from 1
 * @param startEpochNanos start of its load; 0 if unknown
 * @param seconds duration of its load, so far if it is in progress; NaN if unknown
 * @param detail why it is not complete; empty if it is
 * @param trusted whether the measurement can be trusted; empty if unknown
 * @param models names of its models; empty if unknown
 * @param target URLs of its servers; empty if unknown
 * @param load its planned load, such as "concurrency 16"; empty if unknown
 * @param figures its figures; those of a run in progress are unknown
 */
public record ListedRun(
    int lake,
    String runId,
    long startEpochNanos,
    double seconds,
    Status status,
    String detail,
    Optional<Boolean> trusted,
    String models,
    String target,
    String load,
    Figures figures) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String LIST = ", ";

  /** State of a run. */
  public enum Status {
    COMPLETE,
    /** It has ended, but data were lost. */
    INCOMPLETE,
    IN_PROGRESS,
    /** Its processes have ended before it. */
    ABANDONED,
    /** Its load has not started. */
    STARTING,
    /** Its files are damaged. */
    UNREADABLE;

    /** Returns the state in words. */
    String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * The most important figures, each NaN if unknown.
   *
   * @param requests requests that were issued
   * @param ttftP50Millis median of the time to first token, from buckets
   * @param goodput good requests per second
   */
  public record Figures(
      double requests, double errors, double ttftP50Millis, double ttftP99Millis, double goodput) {
    /** No figures. */
    public static final Figures UNKNOWN =
        new Figures(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  /** Returns a run with a summary. */
  public static ListedRun of(int lake, RunRow row) {
    boolean isComplete = row.getStatus().equals("complete");
    List<String> reasons = row.getIncompleteBecause();
    long start = row.getRunStartEpochNs();
    long nanos = RunReport.endOf(row) - start;
    return described(
        lake,
        row.getRunId(),
        start,
        nanos / NANOS_PER_SECOND,
        isComplete ? Status.COMPLETE : Status.INCOMPLETE,
        isComplete || reasons.isEmpty() ? "" : reasons.get(0),
        Optional.of(row.getTotals().getTrusted()),
        Configuration.of(row),
        figures(row, nanos));
  }

  private static Figures figures(RunRow row, long windowNanos) {
    SliceRow totals = row.getTotals();
    WindowStatistics statistics = SliceFigures.statistics(totals, windowNanos);
    DistributionSummary ttft = statistics.distributions().get(Metric.TIME_TO_FIRST_TOKEN);
    boolean hasObjectives = totals.getJudgedRequests() > 0;
    Map<Metric, Double> values = statistics.values();
    return new Figures(
        (double) row.getIssued(),
        (double) SliceFigures.errors(totals),
        ttft == null ? Double.NaN : ttft.p50(),
        ttft == null ? Double.NaN : ttft.p99(),
        hasObjectives ? values.getOrDefault(Metric.GOODPUT, Double.NaN) : Double.NaN);
  }

  /**
   * Returns a run without a summary.
   *
   * @param configurationJson what is known about its configuration, as in the row of a run; may be
   *     {@code {}}
   */
  public static ListedRun unfinished(
      int lake,
      String runId,
      long startEpochNanos,
      double seconds,
      Status status,
      String detail,
      String configurationJson) {
    return described(
        lake,
        runId,
        startEpochNanos,
        seconds,
        status,
        detail,
        Optional.empty(),
        Configuration.of(configurationJson),
        Figures.UNKNOWN);
  }

  private static ListedRun described(
      int lake,
      String runId,
      long startEpochNanos,
      double seconds,
      Status status,
      String detail,
      Optional<Boolean> trusted,
      Configuration configuration,
      Figures figures) {
    JsonNode input = configuration.inputConfig();
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putObject("configuration").set("input_config", input);
    return new ListedRun(
        lake,
        runId,
        startEpochNanos,
        seconds,
        status,
        detail,
        trusted,
        String.join(
            LIST,
            input
                .at("/models/items")
                .valueStream()
                .map(model -> model.path("name").asText())
                .toList()),
        String.join(LIST, input.at("/endpoint/urls").valueStream().map(JsonNode::asText).toList()),
        new TestedLoad(document).limitText(),
        figures);
  }

  /** Returns its name in forms: the number of its lake and its ID. */
  public String key() {
    return lake + "/" + runId;
  }

  /** Returns whether it has a summary: its rows do not change any more. */
  public boolean hasSummary() {
    return figures.requests() >= 0;
  }
}
