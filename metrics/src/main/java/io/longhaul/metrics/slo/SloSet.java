package io.longhaul.metrics.slo;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricParser;
import io.longhaul.metrics.RequestMetrics;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The SLOs of a run; a request is good if it meets all of them.
 *
 * @param slos in the given order
 */
public record SloSet(List<Slo> slos) {
  /** No SLOs: no request is evaluated. */
  public static final SloSet NONE = new SloSet(List.of());

  public SloSet {
    slos = List.copyOf(slos);
  }

  /**
   * Parses SLOs such as {@code "time_to_first_token:100 request_latency:2000"}: tags of metrics
   * with one value per request, and thresholds in display units.
   *
   * @throws InvalidSlosException if the text is invalid, with all problems
   */
  public static SloSet parse(String text) {
    return parse(text, MetricParser.OF_FILES);
  }

  /**
   * Parses SLOs whose metric names and thresholds the given parser accepts.
   *
   * @throws InvalidSlosException if the text is invalid, with all problems
   */
  public static SloSet parse(String text, MetricParser parser) {
    List<String> problems = new ArrayList<>();
    Map<Metric, Slo> slos = new LinkedHashMap<>();
    for (String word : text.strip().split("\\s+", -1)) {
      parseSlo(word, parser, slos, problems);
    }
    if (!problems.isEmpty()) {
      throw new InvalidSlosException(problems);
    }
    return new SloSet(List.copyOf(slos.values()));
  }

  private static void parseSlo(
      String word, MetricParser parser, Map<Metric, Slo> slos, List<String> problems) {
    int colon = word.lastIndexOf(':');
    if (colon <= 0) {
      problems.add("Invalid SLO: '" + word + "' (TAG:VALUE, as in request_latency:2000)");
      return;
    }
    Metric metric;
    try {
      metric = metricOf(word.substring(0, colon), parser);
    } catch (IllegalArgumentException e) {
      problems.add("Invalid SLO metric: " + word.substring(0, colon) + " (" + e.getMessage() + ")");
      return;
    }
    BigDecimal threshold;
    try {
      threshold = parser.bound(metric, word.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      problems.add("Invalid SLO value: '" + word + "' (" + e.getMessage() + ")");
      return;
    }
    if (threshold.signum() < 0) {
      problems.add("Invalid SLO value: '" + word + "' (0 or more)");
    } else if (slos.put(metric, Slo.ofDisplay(metric, threshold)) != null) {
      problems.add("Invalid SLO: " + metric.tag() + " is given twice (once)");
    }
  }

  private static Metric metricOf(String name, MetricParser parser) {
    Metric metric = parser.metric(name);
    if (!canHaveSlo(metric)) {
      throw new IllegalArgumentException(
          metric.tag() + " has no value for each request, as request_latency has");
    }
    return metric;
  }

  /** Returns the text that files contain and {@link #parse(String)} accepts. */
  public String text() {
    return slos.stream().map(Slo::text).collect(Collectors.joining(" "));
  }

  private static boolean canHaveSlo(Metric metric) {
    return metric.kind() == Metric.Kind.RECORD
        && !metric.is(Metric.Flag.ERROR_ONLY)
        && !metric.is(Metric.Flag.INTERNAL);
  }

  /**
   * Evaluates a request. A request that is not valid is never good; one without a value of a metric
   * with an SLO has no result, as in AIPerf.
   */
  public SloResult evaluate(RequestMetrics request) {
    if (slos.isEmpty()) {
      return SloResult.NO_VALUE;
    }
    if (!request.isValid()) {
      return SloResult.NOT_GOOD;
    }
    SloResult result = SloResult.GOOD;
    for (int i = 0; i < slos.size(); i++) {
      Slo slo = slos.get(i);
      if (!request.has(slo.metric())) {
        return SloResult.NO_VALUE;
      }
      if (!slo.isMetBy(request)) {
        result = SloResult.NOT_GOOD;
      }
    }
    return result;
  }
}
