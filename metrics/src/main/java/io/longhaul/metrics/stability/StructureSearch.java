package io.longhaul.metrics.stability;

import io.longhaul.metrics.stability.Structure.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what a series of blocks consists of: a trend, a daily season, lasting shifts of the level,
 * and shifts that end again. A season and a shift explain much of the same values, and so do a
 * trend and a shift; therefore all components are fitted together, and of several explanations the
 * one with the least squares wins.
 *
 * <p>A component counts if it reduces the sum of squares by more than its penalty times the noise
 * (see {@link LeastSquares#noise}): an F test, whose limit takes into account how many places for a
 * shift were tried. The limits were chosen by simulation (benchmark {@code SoakVerdicts}).
 */
final class StructureSearch {
  /** Maximum number of ranges; a series with more has no steady state. */
  static final int MAX_RANGES = 5;

  private static final double TREND_PENALTY = 13;
  private static final double SEASON_PENALTY_PER_COLUMN = 8;
  private static final double STEP_PENALTY = 18;
  private static final double PULSE_PENALTY = 32;

  /** A lasting shift has at least this many blocks on both sides, and 1 of 50. */
  private static final int LEAST_STEP = 5;

  private static final int STEPS_PER_SERIES = 50;

  /** A shift that ends has at least this many blocks, and 1 of 100. */
  static final int LEAST_PULSE = 3;

  private static final int PULSES_PER_SERIES = 100;

  /** Number of places at which a shift that ends is first searched. */
  private static final int COARSE_PLACES = 150;

  private static final double HOURS_PER_DAY = 24;

  /** A little less than a day, because the time of settling is left out. */
  private static final double DAYS_FOR_SEASON = 0.9;

  /** With fewer days, a season has one harmonic, because more would also explain any shift. */
  private static final double DAYS_FOR_HARMONICS = 1.9;

  private static final int MORE_HARMONICS = 3;
  private static final int MOST_CHANGES = 12;

  private final double[] hours;
  private final double[] means;
  private final int harmonics;

  /** A structure and its regression. */
  record Fit(Structure structure, LeastSquares regression) {
    double squares() {
      return regression.squares();
    }
  }

  StructureSearch(BlockMeans blocks) {
    this.hours = blocks.hours();
    this.means = blocks.means();
    double days = (hours[hours.length - 1] - hours[0]) / HOURS_PER_DAY;
    this.harmonics = days < DAYS_FOR_SEASON ? 0 : days < DAYS_FOR_HARMONICS ? 1 : MORE_HARMONICS;
  }

  /** Returns the best explanation. */
  Fit search() {
    Stream<Structure> starts =
        harmonics == 0
            // A trend hides a short change, and the change hides the trend.
            ? Stream.of(Structure.LEVEL, Structure.LEVEL.withTrend())
            : Stream.of(
                Structure.LEVEL,
                Structure.LEVEL.withSeason(),
                Structure.LEVEL.withSeason().withTrend());
    List<Fit> found = starts.map(this::fit).map(this::searchFrom).toList();
    double noise = leastNoise(found);
    return found.stream()
        .min(Comparator.comparingDouble(fit -> fit.squares() + penalty(fit.structure()) * noise))
        .orElseThrow();
  }

  /** Adds components while they are significant, and removes those that no longer are. */
  private Fit searchFrom(Fit start) {
    Fit fit = start;
    for (int change = 0; change < MOST_CHANGES; change++) {
      Optional<Fit> larger = larger(fit);
      if (larger.isEmpty()) {
        return reduced(fit);
      }
      fit = reduced(placed(larger.get()));
    }
    return fit;
  }

  private Optional<Fit> larger(Fit fit) {
    List<Fit> larger = new ArrayList<>();
    Structure structure = fit.structure();
    if (!structure.trend()) {
      larger.add(fit(structure.withTrend()));
    }
    if (!structure.season() && harmonics > 0) {
      larger.add(fit(structure.withSeason()));
    }
    if (structure.ranges().size() < MAX_RANGES) {
      RangeScan scan = new RangeScan(fit.regression());
      bestStep(scan).ifPresent(range -> larger.add(fit(structure.with(range))));
      bestPulse(scan).ifPresent(range -> larger.add(fit(structure.with(range))));
    }
    double noise = leastNoise(larger);
    double penalty = penalty(structure);
    return larger.stream()
        .filter(each -> isWorth(fit, each))
        .max(
            Comparator.comparingDouble(
                each ->
                    fit.squares()
                        - each.squares()
                        - (penalty(each.structure()) - penalty) * noise));
  }

  private static double leastNoise(List<Fit> fits) {
    return fits.stream().mapToDouble(fit -> fit.regression().noise()).min().orElse(0);
  }

  private boolean isWorth(Fit smaller, Fit larger) {
    double penalty = penalty(larger.structure()) - penalty(smaller.structure());
    return smaller.squares() - larger.squares() > penalty * larger.regression().noise();
  }

  /** Removes components that are not significant, the least important one first. */
  private Fit reduced(Fit fit) {
    Optional<Fit> smaller =
        fit.structure().smaller().stream()
            .map(this::fit)
            .filter(each -> !isWorth(each, fit))
            .min(Comparator.comparingDouble(Fit::squares));
    return smaller.map(this::reduced).orElse(fit);
  }

  /** Moves each range to its best place, given all other components. */
  private Fit placed(Fit fit) {
    Structure structure = fit.structure();
    int reach = 2 * coarseStep();
    for (Range range : structure.ranges()) {
      Structure others = structure.without(range);
      RangeScan scan = new RangeScan(fit(others).regression());
      Range best = range;
      double gain = scan.gain(range);
      boolean lasts = range.to() == means.length;
      int lastTo = lasts ? range.to() : Math.min(range.to() + reach, means.length - leastPulse());
      int firstTo = lasts ? range.to() : range.to() - reach;
      int least = lasts ? leastStep() : leastPulse();
      for (int from = Math.max(least, range.from() - reach); from <= range.from() + reach; from++) {
        for (int to = Math.max(firstTo, from + least); to <= lastTo; to++) {
          Range moved = new Range(from, to);
          double gainOfMoved = scan.gain(moved);
          if (gainOfMoved > gain) {
            gain = gainOfMoved;
            best = moved;
          }
        }
      }
      structure = others.with(best);
    }
    return fit(structure);
  }

  private Optional<Range> bestStep(RangeScan scan) {
    int least = leastStep();
    List<Range> steps = new ArrayList<>();
    for (int from = least; from <= means.length - least; from++) {
      steps.add(new Range(from, means.length));
    }
    return scan.best(steps);
  }

  private int leastStep() {
    return Math.max(LEAST_STEP, means.length / STEPS_PER_SERIES);
  }

  private int leastPulse() {
    return Math.max(LEAST_PULSE, means.length / PULSES_PER_SERIES);
  }

  private Optional<Range> bestPulse(RangeScan scan) {
    int step = coarseStep();
    int least = leastPulse();
    List<Range> pulses = new ArrayList<>();
    for (int from = least; from < means.length - leastPulse(); from += step) {
      int shortest = step * ((least + step - 1) / step);
      for (int to = from + shortest; to <= means.length - leastPulse(); to += step) {
        pulses.add(new Range(from, to));
      }
    }
    return scan.best(pulses);
  }

  private int coarseStep() {
    return Math.max(1, means.length / COARSE_PLACES);
  }

  private double penalty(Structure structure) {
    double penalty = structure.trend() ? TREND_PENALTY : 0;
    penalty += structure.season() ? 2 * harmonics * SEASON_PENALTY_PER_COLUMN : 0;
    for (Range range : structure.ranges()) {
      penalty += range.to() == means.length ? STEP_PENALTY : PULSE_PENALTY;
    }
    return penalty;
  }

  Fit fit(Structure structure) {
    return new Fit(structure, LeastSquares.of(means, columns(structure)));
  }

  /**
   * Returns the columns of a structure: level, trend per hour since the first block, sine and
   * cosine of each harmonic, and the ranges.
   */
  private List<double[]> columns(Structure structure) {
    List<double[]> columns = new ArrayList<>();
    int n = means.length;
    columns.add(column(n, i -> 1));
    if (structure.trend()) {
      columns.add(column(n, i -> hours[i] - hours[0]));
    }
    if (structure.season()) {
      for (int harmonic = 1; harmonic <= harmonics; harmonic++) {
        double perHour = 2 * Math.PI * harmonic / HOURS_PER_DAY;
        columns.add(column(n, i -> StrictMath.sin(perHour * hours[i])));
        columns.add(column(n, i -> StrictMath.cos(perHour * hours[i])));
      }
    }
    for (Range range : structure.ranges()) {
      columns.add(column(n, i -> i >= range.from() && i < range.to() ? 1 : 0));
    }
    return columns;
  }

  private interface Cell {
    double of(int row);
  }

  private static double[] column(int rows, Cell cell) {
    double[] column = new double[rows];
    for (int row = 0; row < rows; row++) {
      column[row] = cell.of(row);
    }
    return column;
  }

  /** Returns the parts of a fit. */
  Components components(Fit fit) {
    Structure structure = fit.structure();
    List<double[]> columns = columns(structure);
    double[] coefficients = fit.regression().coefficients();
    int n = means.length;
    double[] season = new double[n];
    double[] shifts = new double[n];
    int next = 1;
    double slope = structure.trend() ? coefficients[next++] : 0;
    if (structure.season()) {
      for (int i = 0; i < 2 * harmonics; i++, next++) {
        add(season, coefficients[next], columns.get(next));
      }
    }
    for (; next < columns.size(); next++) {
      add(shifts, coefficients[next], columns.get(next));
    }
    return new Components(coefficients[0], slope, season, shifts, fit.regression().residuals());
  }

  private static void add(double[] sum, double factor, double[] column) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += factor * column[i];
    }
  }

  /**
   * The parts of the means of blocks, which add up to them.
   *
   * @param level level at the first block, without its shifts
   * @param slope per hour since the first block
   * @param season daily season of each block
   * @param shifts sum of the shifts of each block
   * @param noise the rest of each block
   */
  record Components(double level, double slope, double[] season, double[] shifts, double[] noise) {}
}
