package io.longhaul.metrics.slo;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** A number such as 1e999999999 is a short text and a gigabyte of digits. */
  private static final int MAX_DIGITS = 30;

  public SloSet {
    slos = List.copyOf(slos);
  }

  /**
   * Reads {@code "time_to_first_token:100 request_latency:2000"}: tags of metrics with one value
   * per request, thresholds in display units, for requests that stream.
   *
   * @throws InvalidSlosException with all problems
   */
  public static SloSet parse(String text) {
    return parse(text, true);
  }

  /**
   * Reads promises for requests that stream, or that do not.
   *
   * @throws InvalidSlosException with all problems, among them a metric that these requests lack
   */
  public static SloSet parse(String text, boolean streaming) {
    List<String> problems = new ArrayList<>();
    Map<Metric, Slo> slos = new LinkedHashMap<>();
    for (String word : text.strip().split("\\s+", -1)) {
      readSlo(word, streaming, slos, problems);
    }
    if (!problems.isEmpty()) {
      throw new InvalidSlosException(problems);
    }
    return new SloSet(List.copyOf(slos.values()));
  }

  private static void readSlo(
      String word, boolean streaming, Map<Metric, Slo> slos, List<String> problems) {
    int colon = word.indexOf(':');
    if (colon <= 0) {
      problems.add("Invalid SLO: '" + word + "' (TAG:VALUE, as in request_latency:2000)");
      return;
    }
    String tag = word.substring(0, colon);
    Metric metric = Metric.ofTag(tag).filter(SloSet::canBePromised).orElse(null);
    BigDecimal threshold = thresholdOf(word.substring(colon + 1));
    if (metric == null) {
      problems.add("Invalid SLO metric: " + tag + " (one of " + validTags(streaming) + ")");
    } else if (!streaming && metric.is(Metric.Flag.STREAMING)) {
      problems.add("Invalid SLO metric: " + tag + " (needs --streaming)");
    }
    if (threshold == null) {
      problems.add("Invalid SLO value: '" + word + "' (a number from 0, in display units)");
    }
    if (metric != null
        && threshold != null
        && slos.put(metric, Slo.ofDisplay(metric, threshold)) != null) {
      problems.add("Invalid SLO: " + tag + " is given twice (once)");
    }
  }

  /** The number, or null if it is none. */
  private static BigDecimal thresholdOf(String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      boolean reasonable = value.precision() <= MAX_DIGITS && Math.abs(value.scale()) <= MAX_DIGITS;
      return reasonable && value.signum() >= 0 ? value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean canBePromised(Metric metric) {
    return metric.kind() == Metric.Kind.RECORD
        && !metric.is(Metric.Flag.ERROR_ONLY)
        && !metric.is(Metric.Flag.INTERNAL);
  }

  private static String validTags(boolean streaming) {
    return Arrays.stream(Metric.values())
        .filter(SloSet::canBePromised)
        .filter(metric -> streaming || !metric.is(Metric.Flag.STREAMING))
        .map(Metric::tag)
        .collect(Collectors.joining(", "));
  }

  public boolean isEmpty() {
    return slos.isEmpty();
  }

  /**
   * Judges a request. One that is not valid is never good; one that lacks a promised metric has no
   * value, as in AIPerf.
   */
  public Verdict judge(RequestMetrics request) {
    if (slos.isEmpty()) {
      return Verdict.NO_VALUE;
    }
    if (!request.isValid()) {
      return Verdict.NOT_GOOD;
    }
    Verdict verdict = Verdict.GOOD;
    for (int i = 0; i < slos.size(); i++) {
      Slo slo = slos.get(i);
      if (!request.has(slo.metric())) {
        return Verdict.NO_VALUE;
      }
      if (!slo.isMetBy(request)) {
        verdict = Verdict.NOT_GOOD;
      }
    }
    return verdict;
  }
}
