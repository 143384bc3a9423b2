package io.longhaul.mock.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A distribution of durations or of counts, in the syntax of the command line.
 *
 * <pre>
 *   50ms                      constant
 *   uniform(16,64)            any value between the two, both included
 *   normal(50ms,10ms)         mean and standard deviation; negative values become 0
 *   exponential(20ms)         mean
 *   lognormal(50ms,20ms)      mean and standard deviation of the values, not of their logarithms
 * </pre>
 *
 * @param shape family of the distribution
 * @param unit unit of the values: durations require a unit in the text, counts have none
 * @param first constant, lower end or mean, in ns or as a count
 * @param second upper end or standard deviation, in ns or as a count; 0 if the shape has no second
 *     parameter
 */
public record DistributionSpec(Shape shape, Unit unit, double first, double second) {

  /** Families of distributions. */
  public enum Shape {
    CONSTANT(1),
    UNIFORM(2),
    NORMAL(2),
    EXPONENTIAL(1),
    LOGNORMAL(2);

    private final int parameters;

    Shape(int parameters) {
      this.parameters = parameters;
    }
  }

  /** Units of values. */
  public enum Unit {
    NANOSECONDS,
    COUNT
  }

  private static final Pattern CALL = Pattern.compile("([a-z]+)\\s*\\(([^()]*)\\)");
  private static final Pattern COUNT = Pattern.compile("\\d{1,15}(?:\\.\\d{1,9})?");
  private static final String FORMS =
      "such as 50ms or 64, uniform(a,b), normal(mean,stddev), exponential(mean),"
          + " lognormal(mean,stddev)";

  /**
   * Parses a distribution.
   *
   * @throws IllegalArgumentException if the text does not match the syntax, mixes counts and
   *     durations, has ends in the wrong order, or has a lognormal mean of 0
   */
  public static DistributionSpec parse(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    Matcher call = CALL.matcher(plain);
    Shape shape = call.matches() ? shapeOf(call.group(1), text) : Shape.CONSTANT;
    String[] parameters = call.matches() ? call.group(2).split(",", -1) : new String[] {plain};
    if (parameters.length != shape.parameters) {
      throw invalid(text, FORMS);
    }
    List<Double> values = new ArrayList<>();
    boolean counts = COUNT.matcher(parameters[0].strip()).matches();
    for (String parameter : parameters) {
      if (counts != COUNT.matcher(parameter.strip()).matches()) {
        throw invalid(text, "all parameters durations, such as 50ms, or all plain counts");
      }
      values.add(counts ? Double.parseDouble(parameter.strip()) : nanosOf(parameter, text));
    }
    double first = values.get(0);
    double second = values.size() > 1 ? values.get(1) : 0;
    if (shape == Shape.UNIFORM && second < first) {
      throw invalid(text, "the lower end first");
    }
    if (shape == Shape.LOGNORMAL && first == 0) {
      throw invalid(text, "a mean above 0");
    }
    return new DistributionSpec(shape, counts ? Unit.COUNT : Unit.NANOSECONDS, first, second);
  }

  /** Like {@link #parse}, but rejects counts. */
  public static DistributionSpec parseDuration(String text) {
    return parse(
        text, Unit.NANOSECONDS, "durations with a unit: ns, us, ms, s, m or h, such as 50ms");
  }

  /** Like {@link #parse}, but rejects durations. */
  public static DistributionSpec parseCount(String text) {
    return parse(text, Unit.COUNT, "counts without a unit, such as 64");
  }

  /** Returns the distribution of all values multiplied by a factor. */
  DistributionSpec times(double factor) {
    return factor == 1 ? this : new DistributionSpec(shape, unit, factor * first, factor * second);
  }

  /** Draws one value: whole nanoseconds or a whole count, never negative. */
  public long draw(Draws draws) {
    double value =
        switch (shape) {
          case CONSTANT -> first;
          case UNIFORM -> uniform(draws);
          case NORMAL -> first + second * draws.nextGaussian();
          case EXPONENTIAL -> first * draws.nextExponential();
          case LOGNORMAL -> lognormal(draws);
        };
    return Math.max(0, Math.round(value));
  }

  /** All whole values from the lower to the upper end have the same probability. */
  private double uniform(Draws draws) {
    double lowest = Math.ceil(first);
    double choices = Math.floor(second) - lowest + 1;
    return lowest + Math.floor(draws.nextDouble() * Math.max(1, choices));
  }

  /**
   * With σ² = ln(1 + s²/m²) and µ = ln m − σ²/2, exp(µ + σZ) has mean m and standard deviation s.
   */
  private double lognormal(Draws draws) {
    double variance = StrictMath.log1p((second * second) / (first * first));
    double mean = StrictMath.log(first) - variance / 2;
    return StrictMath.exp(mean + StrictMath.sqrt(variance) * draws.nextGaussian());
  }

  private static DistributionSpec parse(String text, Unit unit, String right) {
    DistributionSpec spec = parse(text);
    if (spec.unit != unit) {
      throw invalid(text, right);
    }
    return spec;
  }

  private static Shape shapeOf(String name, String text) {
    for (Shape shape : Shape.values()) {
      if (shape.name().toLowerCase(Locale.ROOT).equals(name)) {
        return shape;
      }
    }
    throw invalid(text, FORMS);
  }

  private static double nanosOf(String parameter, String text) {
    try {
      return DurationText.parseNanos(parameter);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Invalid distribution: " + text + " (" + FORMS + ")", e);
    }
  }

  private static IllegalArgumentException invalid(String text, String right) {
    return new IllegalArgumentException("Invalid distribution: " + text + " (" + right + ")");
  }
}
