package io.longhaul.report.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis of a chart.
 *
 * @param label what it shows, with the unit
 * @param isLogarithmic whether equal distances are equal ratios; then only values above 0 are drawn
 * @param names the names of the positions 0, 1, 2 … instead of numbers; empty for numbers
 */
public record Axis(String label, boolean isLogarithmic, List<String> names) {
  /** An axis of numbers, from 0 unless there are negative ones. */
  public static Axis of(String label) {
    return new Axis(label, false, List.of());
  }

  /** An axis of positive numbers on which equal distances are equal ratios. */
  public static Axis logarithmic(String label) {
    return new Axis(label, true, List.of());
  }

  /** An axis with a position for each name. */
  public static Axis named(String label, List<String> names) {
    return new Axis(label, false, List.copyOf(names));
  }

  /** A value with a label. */
  record Tick(double value, String text) {}

  /**
   * The values of an axis between its ends.
   *
   * @param from position of the minimum in the picture
   * @param to position of the maximum
   */
  record Scale(double min, double max, boolean isLogarithmic, double from, double to) {
    double at(double value) {
      double share =
          isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
      return from + share * (to - from);
    }

    boolean shows(double value) {
      return Double.isFinite(value) && (!isLogarithmic || value > 0);
    }
  }

  /** Returns the scale that shows all values from the smallest to the greatest. */
  Scale scale(double smallest, double greatest, double from, double to) {
    if (!names.isEmpty()) {
      return new Scale(-0.5, names.size() - 0.5, false, from, to);
    }
    if (isLogarithmic) {
      double low = Double.isFinite(smallest) ? smallest : 1;
      double high = Double.isFinite(greatest) ? greatest : 10;
      return new Scale(low / 1.1, Math.max(high * 1.1, low * 2), true, from, to);
    }
    double low = Double.isFinite(smallest) ? Math.min(0, smallest) : 0;
    double high = Double.isFinite(greatest) ? Math.max(0, greatest) : 1;
    return new Scale(low, high > low ? high + (high - low) * 0.04 : low + 1, false, from, to);
  }

  /**
   * Returns round values between the ends of a scale.
   *
   * @param most about how many labels have space
   */
  List<Tick> ticks(Scale scale, int most) {
    List<Tick> ticks = new ArrayList<>();
    if (!names.isEmpty()) {
      for (int i = 0; i < names.size(); i++) {
        ticks.add(new Tick(i, names.get(i)));
      }
    } else if (isLogarithmic) {
      addLogarithmic(scale, most, ticks);
    } else {
      addSteps(scale, most, ticks);
    }
    return ticks;
  }

  private static void addSteps(Scale scale, int most, List<Tick> ticks) {
    double step = roundStep((scale.max() - scale.min()) / Math.max(1, most));
    int digits = Math.max(0, (int) -Math.floor(Math.log10(step) + 1e-9));
    for (long i = (long) Math.ceil(scale.min() / step - 1e-9); i * step <= scale.max(); i++) {
      ticks.add(new Tick(i * step, text(i * step, digits)));
    }
  }

  private static void addLogarithmic(Scale scale, int most, List<Tick> ticks) {
    double decades = Math.log10(scale.max() / scale.min());
    if (decades < 1) {
      addSteps(scale, most, ticks);
      return;
    }
    double[] steps = decades * 3 <= most ? new double[] {1, 2, 5} : new double[] {1};
    int first = (int) Math.floor(Math.log10(scale.min()));
    int every = Math.max(1, (int) Math.ceil(decades / most));
    for (int exponent = first; exponent <= Math.log10(scale.max()); exponent += every) {
      for (double step : steps) {
        double value = step * Math.pow(10, exponent);
        if (value >= scale.min() && value <= scale.max()) {
          ticks.add(new Tick(value, text(value, Math.max(0, -exponent))));
        }
      }
    }
  }

  /** Returns the smallest step of the form 1, 2 or 5 times a power of ten that is at least this. */
  private static double roundStep(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= least * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static String text(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value == 0 ? 0.0 : value);
  }
}
