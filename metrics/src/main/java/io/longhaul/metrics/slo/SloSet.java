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
 * All that was promised; a request is good when it meets every one.
 *
 * @param slos in the order in which they were given
 */
public record SloSet(List<Slo> slos) {
  /** Nothing promised: no request is judged. */
  public static final SloSet NONE = new SloSet(List.of());

  public SloSet {
    slos = List.copyOf(slos);
  }

  /**
   * Reads {@code "time_to_first_token:100 request_latency:2000"}: tags of metrics with one value
   * per request, thresholds in display units.
   *
   * @throws InvalidSlosException with all problems
   */
  public static SloSet parse(String text) {
    return parse(text, MetricParser.OF_FILES);
  }

  /**
   * Reads objectives in the words that a reader understands.
   *
   * @throws InvalidSlosException with all problems, among them a metric that the run does not have
   */
  public static SloSet parse(String text, MetricParser reader) {
    List<String> problems = new ArrayList<>();
    Map<Metric, Slo> slos = new LinkedHashMap<>();
    for (String word : text.strip().split("\\s+", -1)) {
      readSlo(word, reader, slos, problems);
    }
    if (!problems.isEmpty()) {
      throw new InvalidSlosException(problems);
    }
    return new SloSet(List.copyOf(slos.values()));
  }

  private static void readSlo(
      String word, MetricParser reader, Map<Metric, Slo> slos, List<String> problems) {
    int colon = word.lastIndexOf(':');
    if (colon <= 0) {
      problems.add("Invalid SLO: '" + word + "' (TAG:VALUE, as in request_latency:2000)");
      return;
    }
    Metric metric;
    try {
      metric = metricOf(word.substring(0, colon), reader);
    } catch (IllegalArgumentException e) {
      problems.add("Invalid SLO metric: " + word.substring(0, colon) + " (" + e.getMessage() + ")");
      return;
    }
    BigDecimal threshold;
    try {
      threshold = reader.bound(metric, word.substring(colon + 1));
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

  private static Metric metricOf(String name, MetricParser reader) {
    Metric metric = reader.metric(name);
    if (!canBePromised(metric)) {
      throw new IllegalArgumentException(
          metric.tag() + " has no value for each request, as request_latency has");
    }
    return metric;
  }

  /** As files contain it: {@link #parse(String)} reads it again. */
  public String text() {
    return slos.stream().map(Slo::text).collect(Collectors.joining(" "));
  }

  private static boolean canBePromised(Metric metric) {
    return metric.kind() == Metric.Kind.RECORD
        && !metric.is(Metric.Flag.ERROR_ONLY)
        && !metric.is(Metric.Flag.INTERNAL);
  }

  public boolean isEmpty() {
    return slos.isEmpty();
  }

  /**
   * Judges a request. One that is not valid is never good; one that lacks a promised metric has no
   * value, as in AIPerf.
   */
  public SloResult judge(RequestMetrics request) {
    if (slos.isEmpty()) {
      return SloResult.NO_VALUE;
    }
    if (!request.isValid()) {
      return SloResult.NOT_GOOD;
    }
    SloResult verdict = SloResult.GOOD;
    for (int i = 0; i < slos.size(); i++) {
      Slo slo = slos.get(i);
      if (!request.has(slo.metric())) {
        return SloResult.NO_VALUE;
      }
      if (!slo.isMetBy(request)) {
        verdict = SloResult.NOT_GOOD;
      }
    }
    return verdict;
  }
}
