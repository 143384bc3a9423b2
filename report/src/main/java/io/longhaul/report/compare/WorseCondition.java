package io.longhaul.report.compare;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.MetricParser;
import io.longhaul.report.figures.Statistic;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A condition under which a comparison fails: {@code request_latency.p99>5%}, the other run is
 * worse than the baseline by more than this.
 *
 * @param figure the figure that is compared
 * @param percent in percent of the baseline, or in percentage points if the figure {@link
 *     ComparedFigure#isInPoints}
 */
public record WorseCondition(ComparedFigure figure, double percent) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9_-]+)(?:\\.([A-Za-z0-9]+))?\\s*>\\s*([0-9.]+)\\s*%");

  /**
   * Parses a condition whose metric names the given parser accepts.
   *
   * @throws IllegalArgumentException if the text is invalid; the message says what is valid
   */
  public static WorseCondition parse(String text, MetricParser parser) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "METRIC.STATISTIC or METRIC, then >, then a percentage, as in"
              + " 'request_latency.p99>5%'");
    }
    ComparedFigure figure = figure(parts.group(1), Optional.ofNullable(parts.group(2)), parser);
    BigDecimal percent = MetricParser.OF_FILES.bound(Metric.REQUEST_ERROR_RATE, parts.group(3));
    return new WorseCondition(figure, percent.doubleValue());
  }

  private static ComparedFigure figure(
      String name, Optional<String> statistic, MetricParser parser) {
    if (name.equals(ComparedFigure.ENERGY_PER_OUTPUT_TOKEN.text()) && statistic.isEmpty()) {
      return ComparedFigure.ENERGY_PER_OUTPUT_TOKEN;
    }
    Metric metric = parser.metric(name);
    return Arrays.stream(ComparedFigure.values())
        .filter(each -> each.metric() == metric && isNamed(each.statistic(), statistic))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(adviceFor(metric)));
  }

  private static String adviceFor(Metric metric) {
    String statistics =
        Arrays.stream(ComparedFigure.values())
            .filter(figure -> figure.metric() == metric)
            .map(ComparedFigure::statistic)
            .filter(Objects::nonNull)
            .map(Statistic::label)
            .collect(Collectors.joining(", "));
    if (!statistics.isEmpty()) {
      return metric.tag() + " with one of " + statistics;
    }
    Set<String> compared = new LinkedHashSet<>();
    for (ComparedFigure figure : ComparedFigure.values()) {
      compared.add(figure.metric() == null ? figure.text() : figure.metric().tag());
    }
    return compared.contains(metric.tag())
        ? metric.tag() + ", which is one number, without a statistic"
        : "one of the compared metrics " + String.join(", ", compared);
  }

  private static boolean isNamed(@Nullable Statistic statistic, Optional<String> typed) {
    return statistic == null
        ? typed.isEmpty() || Statistic.AVG.isNamed(typed.get())
        : typed.isPresent() && statistic.isNamed(typed.get());
  }

  /** Returns the condition in its usual form. */
  public String text() {
    return figure.text() + ">" + number(percent) + "%";
  }

  /** Evaluates the condition for a comparison. */
  public Result of(RunComparison comparison) {
    Optional<FigureDifference> found =
        comparison.figures().stream().filter(each -> each.figure() == figure).findFirst();
    String other = comparison.otherLetter();
    if (found.isEmpty()) {
      return new Result(this, other, true, "neither run has " + figure.text());
    }
    FigureDifference difference = found.get();
    if (difference.verdict() == Verdict.TOO_LITTLE_DATA) {
      return new Result(this, other, true, "there is too little data");
    }
    double worse = difference.worsePercent();
    boolean isReal = Math.abs(difference.other() - difference.baseline()) > difference.margin();
    String unit = figure.isInPoints() ? " points" : " %";
    String amount =
        String.format(
            Locale.ROOT,
            "%s is %.1f%s %s (margin %.1f%s)",
            other,
            Math.abs(worse),
            unit,
            worse > 0 ? "worse" : "better",
            difference.marginPercent(),
            unit);
    boolean isUnbounded = Double.isNaN(worse) && difference.verdict() == Verdict.BASELINE_BETTER;
    return new Result(this, other, isReal && (worse > percent || isUnbounded), amount);
  }

  private static String number(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }

  /**
   * The result of a condition for one comparison.
   *
   * @param otherLetter letter of the run that was compared with the baseline
   * @param missed whether the run is worse, or this cannot be excluded because figures are missing
   * @param text the result as a sentence
   */
  public record Result(WorseCondition condition, String otherLetter, boolean missed, String text) {}
}
