package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricParser;
import io.longhaul.metrics.stability.Stability;
import io.longhaul.metrics.stability.Stability.Direction;
import io.longhaul.metrics.stats.DistributionSummary;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A condition under which a run fails: {@code time_to_first_token.p99>500}, a figure beyond a bound
 * in display units, optionally evaluated for every slice ({@code … in more than 3 slices}); or
 * {@code drift(time_to_first_token.p99)>2%/h}, the trend of a figure of the slices.
 *
 * @param text text in files, which {@link #parse(String)} accepts
 * @param figure the figure that is compared
 * @param comparison which side of the bound is a failure
 * @param bound in display units; of a drift in percent of the mean per hour
 * @param isDrift whether the trend of the figure is compared
 * @param slicesAllowed maximum number of slices in which the condition may hold; {@link #WHOLE_RUN}
 *     if it applies to the run as a whole
 */
public record Threshold(
    String text,
    Figure figure,
    Comparison comparison,
    double bound,
    boolean isDrift,
    long slicesAllowed) {

  /** The condition applies to the run as a whole. */
  public static final long WHOLE_RUN = -1;

  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z0-9_:-]+)(?:\\.([A-Za-z0-9_]+))?\\s*(>=|<=|>|<)\\s*([0-9.+-][A-Za-z0-9.+-]*)"
              + "(?:\\s+in\\s+more\\s+than\\s+([0-9]{1,9})\\s+slices?)?");

  private static final Pattern DRIFT =
      Pattern.compile(
          "(?i:drift)\\(\\s*([A-Za-z0-9_:-]+)(?:\\.([A-Za-z0-9_]+))?\\s*\\)\\s*(>=|<=|>|<)\\s*"
              + "([0-9.+-][A-Za-z0-9.+-]*?)\\s*%\\s*/\\s*h");

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
   * Parses a condition in the format of files.
   *
   * @throws IllegalArgumentException if the text is invalid; the message says what is valid
   */
  public static Threshold parse(String text) {
    return parse(text, MetricParser.OF_FILES);
  }

  /**
   * Parses a condition whose metric names and bounds the given parser accepts.
   *
   * @throws IllegalArgumentException if the text is invalid; the message says what is valid
   */
  public static Threshold parse(String text, MetricParser parser) {
    String typed = text.strip();
    if (typed.toLowerCase(Locale.ROOT).startsWith("drift")) {
      return parseDrift(typed, parser);
    }
    Matcher parts = FORM.matcher(typed);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "METRIC.STATISTIC or METRIC, then >, >=, < or <=, then a number, then optionally"
              + " 'in more than N slices', as in 'time_to_first_token.p99>500'");
    }
    boolean inSlices = parts.group(5) != null;
    Metric metric = parser.metric(parts.group(1));
    if (inSlices && !Figure.isInSlices(metric)) {
      throw new IllegalArgumentException(
          metric.tag() + " exists only for the whole run: omit 'in more than … slices'");
    }
    Figure figure = Figure.of(metric, parts.group(2));
    BigDecimal bound = parser.bound(metric, parts.group(4));
    int endOfName = Math.max(parts.end(1), parts.end(2));
    String canonical =
        figure.text()
            + typed.substring(endOfName, parts.start(4))
            + bound.stripTrailingZeros().toPlainString()
            + typed.substring(parts.end(4));
    return new Threshold(
        canonical,
        figure,
        Comparison.ofSign(parts.group(3)),
        bound.doubleValue(),
        false,
        inSlices ? Long.parseLong(parts.group(5)) : WHOLE_RUN);
  }

  private static Threshold parseDrift(String typed, MetricParser parser) {
    Matcher parts = DRIFT.matcher(typed);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "drift(METRIC.STATISTIC) or drift(METRIC), then >, >=, < or <=, then percent per hour, as"
              + " in 'drift(time_to_first_token.p99)>2%/h'");
    }
    Metric metric = parser.metric(parts.group(1));
    if (!Figure.isInSlices(metric)) {
      throw new IllegalArgumentException(
          metric.tag() + " exists only for the whole run, and a drift needs a figure of slices");
    }
    Figure figure = Figure.of(metric, parts.group(2));
    BigDecimal bound = MetricParser.OF_FILES.bound(metric, parts.group(4));
    String canonical =
        "drift("
            + figure.text()
            + ")"
            + parts.group(3)
            + bound.stripTrailingZeros().toPlainString()
            + "%/h";
    return new Threshold(
        canonical, figure, Comparison.ofSign(parts.group(3)), bound.doubleValue(), true, WHOLE_RUN);
  }

  public boolean isInSlices() {
    return slicesAllowed != WHOLE_RUN;
  }

  /**
   * Evaluates the condition for a run. A run without the figure fails, since it cannot be shown to
   * be within the bound; so does a run with too few slices for a trend. A slice without the figure
   * does not count. A trend that is not significant counts as 0. Slices that cannot be trusted
   * count, too: they may be the slow ones.
   */
  public ThresholdResult of(RunReport report) {
    if (isDrift) {
      OptionalDouble drift = driftPercentPerHour(RunStability.of(report, figure));
      return new ThresholdResult(
          this, drift.isEmpty() || fails(drift), drift, OptionalDouble.empty(), 0);
    }
    if (isInSlices()) {
      long slices =
          report.slices().stream()
              .map(slice -> figure.of(SliceFigures.statistics(slice, slice.getCoveredNs())))
              .filter(this::fails)
              .count();
      return new ThresholdResult(
          this, slices > slicesAllowed, OptionalDouble.empty(), OptionalDouble.empty(), slices);
    }
    OptionalDouble value = figure.of(report.statistics());
    OptionalDouble trusted = isTotal() ? OptionalDouble.empty() : figure.of(report.trusted());
    return new ThresholdResult(this, value.isEmpty() || fails(value), value, trusted, 0);
  }

  /** Returns whether the figure grows with the run, so that a part of the run has less of it. */
  private boolean isTotal() {
    Statistic statistic = figure.statistic();
    return figure.metric().kind() == Metric.Kind.AGGREGATE
        || statistic == Statistic.COUNT
        || statistic == Statistic.SUM;
  }

  private static OptionalDouble driftPercentPerHour(Stability stability) {
    boolean isFlat =
        stability.trend().stream().anyMatch(trend -> trend.direction() == Direction.PLATEAU);
    return isFlat ? OptionalDouble.of(0) : stability.slopePercentPerHour();
  }

  private boolean fails(OptionalDouble value) {
    return value.isPresent() && comparison.holds(value.getAsDouble(), bound);
  }

  /**
   * One figure of a window.
   *
   * @param metric the metric
   * @param statistic one of its statistics; null if the metric is one number
   */
  public record Figure(Metric metric, @Nullable Statistic statistic) {

    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_:-]+)(?:\\.([A-Za-z0-9_]+))?");

    /**
     * Parses {@code METRIC.STATISTIC}, or {@code METRIC} if the metric is one number.
     *
     * @throws IllegalArgumentException if the text is invalid; the message says what is valid
     */
    public static Figure parse(String text, MetricParser parser) {
      Matcher parts = NAME.matcher(text.strip());
      if (!parts.matches()) {
        throw new IllegalArgumentException(
            "METRIC.STATISTIC or METRIC, as in time_to_first_token.p99");
      }
      return of(parser.metric(parts.group(1)), parts.group(2));
    }

    private static Figure of(Metric metric, @Nullable String label) {
      String valid = statisticsOf(metric);
      if (valid.isEmpty() && (label == null || Statistic.AVG.isNamed(label))) {
        return new Figure(metric, null);
      }
      if (valid.isEmpty()) {
        throw new IllegalArgumentException(
            metric.tag() + ", which is one number, without a statistic");
      }
      return Arrays.stream(Statistic.values())
          .filter(statistic -> statistic.isOf(metric.kind()) && statistic.isNamed(label))
          .findFirst()
          .map(statistic -> new Figure(metric, statistic))
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      metric.tag() + " with one of its statistics: " + valid));
    }

    /** Returns the statistic; empty if the metric is one number. */
    private static String statisticsOf(Metric metric) {
      return Arrays.stream(Statistic.values())
          .filter(statistic -> statistic.isOf(metric.kind()))
          .map(Statistic::label)
          .collect(Collectors.joining(", "));
    }

    /** Returns whether rows of {@code slices} contain the figure. */
    private static boolean isInSlices(Metric metric) {
      return switch (metric.kind()) {
        case RECORD, LIST -> metric.is(Metric.Flag.SLICE_DISTRIBUTION);
        case AGGREGATE, DERIVED -> metric.is(Metric.Flag.SLICE_VALUE);
        case SWEEP, ADJUSTED, NETWORK -> false;
      };
    }

    /** Returns its value; 0 for a count without events. */
    public OptionalDouble of(WindowStatistics window) {
      if (statistic == null) {
        Double value = window.values().get(metric);
        boolean none = value == null && metric.kind() != Metric.Kind.AGGREGATE;
        return none ? OptionalDouble.empty() : OptionalDouble.of(value == null ? 0 : value);
      }
      DistributionSummary summary = window.distributions().get(metric);
      double value = summary == null ? Double.NaN : statistic.of(summary);
      return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the text that a user types. */
    public String text() {
      return statistic == null ? metric.tag() : metric.tag() + "." + statistic.label();
    }
  }
}
