package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A condition under which a run has failed: {@code time_to_first_token.p99>500}, a figure beyond a
 * bound in display units, or {@code … in more than 3 slices}, where it is looked at in every slice.
 *
 * @param text as it was typed
 * @param figure of which metric what
 * @param comparison which side of the bound is a failure
 * @param bound in display units
 * @param slicesAllowed in so many slices the condition may hold; {@link #WHOLE_RUN} when the run is
 *     looked at as a whole
 */
public record Threshold(
    String text, Figure figure, Comparison comparison, double bound, long slicesAllowed) {

  /** Not slice by slice. */
  public static final long WHOLE_RUN = -1;

  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z0-9_]+)(?:\\.([A-Za-z0-9_]+))?\\s*(>=|<=|>|<)\\s*([0-9.eE+-]+)"
              + "(?:\\s+in\\s+more\\s+than\\s+([0-9]{1,9})\\s+slices?)?");

  private static final int MOST_DIGITS = 30;

  /** Which side of a bound is a failure. */
  public enum Comparison {
    ABOVE(">"),
    BELOW("<"),
    AT_OR_ABOVE(">="),
    AT_OR_BELOW("<=");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    static Comparison ofSign(String sign) {
      return Arrays.stream(values())
          .filter(each -> each.sign.equals(sign))
          .findFirst()
          .orElseThrow();
    }

    boolean holds(double value, double bound) {
      return switch (this) {
        case ABOVE -> value > bound;
        case BELOW -> value < bound;
        case AT_OR_ABOVE -> value >= bound;
        case AT_OR_BELOW -> value <= bound;
      };
    }
  }

  /**
   * Reads a condition.
   *
   * @param computed whether a run of this kind has a metric at all
   * @throws IllegalArgumentException saying what would be right
   */
  public static Threshold parse(String text, Predicate<Metric> computed) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "METRIC.STATISTIC or METRIC, then >, >=, < or <=, then a number, then perhaps"
              + " 'in more than N slices', as in 'time_to_first_token.p99>500'");
    }
    boolean inSlices = parts.group(5) != null;
    Predicate<Metric> known =
        metric -> computed.test(metric) && (!inSlices || Figure.isInSlices(metric));
    Metric metric =
        Metric.ofTag(parts.group(1))
            .filter(known)
            .orElseThrow(() -> new IllegalArgumentException(validMetrics(parts.group(1), known)));
    Figure figure = Figure.of(metric, parts.group(2));
    return new Threshold(
        text.strip(),
        figure,
        Comparison.ofSign(parts.group(3)),
        bound(parts.group(4)),
        inSlices ? Long.parseLong(parts.group(5)) : WHOLE_RUN);
  }

  private static double bound(String number) {
    try {
      BigDecimal bound = new BigDecimal(number);
      if (bound.precision() <= MOST_DIGITS && Math.abs(bound.scale()) <= MOST_DIGITS) {
        return bound.doubleValue();
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new IllegalArgumentException("a number instead of " + number);
  }

  private static String validMetrics(String tag, Predicate<Metric> known) {
    return tag
        + " is none of the metrics that this run has: "
        + Arrays.stream(Metric.values())
            .filter(known)
            .map(Metric::tag)
            .collect(Collectors.joining(", "));
  }

  public boolean isInSlices() {
    return slicesAllowed != WHOLE_RUN;
  }

  /**
   * Holds a run against it. A figure that a whole run has not got is a failure too: nobody knows
   * that it was kept. A slice without the figure is none.
   */
  public ThresholdResult of(RunReport report) {
    if (isInSlices()) {
      long slices =
          report.slices().stream()
              .map(slice -> figure.of(MergedStatistics.of(slice, slice.getCoveredNs())))
              .filter(this::fails)
              .count();
      return new ThresholdResult(this, slices > slicesAllowed, OptionalDouble.empty(), slices);
    }
    OptionalDouble value = figure.of(report.statistics());
    return new ThresholdResult(this, value.isEmpty() || fails(value), value, 0);
  }

  private boolean fails(OptionalDouble value) {
    return value.isPresent() && comparison.holds(value.getAsDouble(), bound);
  }

  /**
   * One figure of a window.
   *
   * @param metric what
   * @param statistic which of its statistics; null when it is one number
   */
  public record Figure(Metric metric, Statistic statistic) {

    private static Figure of(Metric metric, String label) {
      String valid = statisticsOf(metric);
      if (valid.isEmpty() && (label == null || label.equals(Statistic.AVG.label()))) {
        return new Figure(metric, null);
      }
      if (valid.isEmpty()) {
        throw new IllegalArgumentException(
            metric.tag() + ", which is one number, without a statistic");
      }
      return Arrays.stream(Statistic.values())
          .filter(statistic -> isOf(metric, statistic))
          .filter(statistic -> statistic.label().equals(label))
          .findFirst()
          .map(statistic -> new Figure(metric, statistic))
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      metric.tag() + " with one of its statistics: " + valid));
    }

    /** Empty when it is one number. */
    private static String statisticsOf(Metric metric) {
      return Arrays.stream(Statistic.values())
          .filter(statistic -> isOf(metric, statistic))
          .map(Statistic::label)
          .collect(Collectors.joining(", "));
    }

    private static boolean isOf(Metric metric, Statistic statistic) {
      return switch (metric.kind()) {
        case RECORD, LIST, NETWORK -> true;
        case SWEEP -> statistic.isOfSweeps();
        case ADJUSTED -> statistic.isOfAdjusted();
        case AGGREGATE, DERIVED -> false;
      };
    }

    /** Whether rows of slices tell it. */
    private static boolean isInSlices(Metric metric) {
      return switch (metric.kind()) {
        case RECORD, LIST -> metric.is(Metric.Flag.SLICE_DISTRIBUTION);
        case AGGREGATE, DERIVED -> SliceFigures.VALUES.contains(metric);
        case SWEEP, ADJUSTED, NETWORK -> false;
      };
    }

    /** Its value; a count of what did not happen is 0. */
    OptionalDouble of(WindowStatistics window) {
      if (statistic == null) {
        Double value = window.values().get(metric);
        boolean none = value == null && metric.kind() != Metric.Kind.AGGREGATE;
        return none ? OptionalDouble.empty() : OptionalDouble.of(value == null ? 0 : value);
      }
      double value =
          switch (metric.kind()) {
            case RECORD, LIST, NETWORK -> ofAny(window.distributions().get(metric), statistic::of);
            case SWEEP -> ofAny(window.sweeps().get(metric), statistic::of);
            case ADJUSTED -> ofAny(window.adjusted().get(metric), statistic::of);
            case AGGREGATE, DERIVED -> Double.NaN;
          };
      return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static <T> double ofAny(T summary, ToDoubleFunction<T> of) {
      return summary == null ? Double.NaN : of.applyAsDouble(summary);
    }

    /** As it is typed. */
    public String text() {
      return statistic == null ? metric.tag() : metric.tag() + "." + statistic.label();
    }
  }
}
