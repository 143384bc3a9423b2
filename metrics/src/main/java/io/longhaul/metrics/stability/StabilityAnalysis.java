package io.longhaul.metrics.stability;

import io.longhaul.metrics.stability.Stability.Direction;
import io.longhaul.metrics.stability.Stability.Season;
import io.longhaul.metrics.stability.Stability.Shift;
import io.longhaul.metrics.stability.Stability.Trend;
import io.longhaul.metrics.stability.StructureSearch.Components;
import io.longhaul.metrics.stability.StructureSearch.Fit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Decides how stable a figure was. Outliers are clipped, the time of settling is left out, and the
 * means of blocks of slices are explained by a level, a trend, a daily season and shifts.
 *
 * <ul>
 *   <li>A shift counts if it is greater than the least effect, and if a rank test agrees.
 *   <li>A trend counts if its change over the run is greater than the least effect, and if the
 *       Mann–Kendall test agrees.
 *   <li>If neither counts, but the rest wanders, or if there are too many shifts, there is no
 *       steady state.
 * </ul>
 */
public final class StabilityAnalysis {
  /** Number of equal parts whose means give the coefficient of variation. */
  public static final int WINDOWS = 20;

  /** A figure that settles later has a shift or a trend. */
  private static final double MAX_SETTLING_SECONDS = 3600;

  /** Share of the slices in which a figure may settle. */
  private static final int MAX_SETTLING_SHARE = 4;

  private static final int LEAST_COMPARED = 30;

  /** Distance of the start from the line of what follows, in standard errors. */
  private static final double SETTLING_DEVIATIONS = 5;

  private static final double SIGNIFICANT_P = 0.01;
  private static final double RANK_DEVIATIONS = 3;
  private static final double MOST_OF_RANKS = 0.9;
  private static final int MAX_SHIFTS = 4;

  /** Means of windows that deviate by this multiple of the least effect are not steady. */
  private static final double MAX_WANDERING = 3;

  /** The variance of means of windows, relative to that of independent blocks. */
  private static final double WANDERING_RATIO = 15;

  /** With fewer blocks that have a value, neither a trend nor a shift can be confirmed. */
  private static final int LEAST_BLOCKS = 20;

  private static final double ROUNDING_ERROR = 1e-9;
  private static final double SECONDS_PER_HOUR = 3600;

  private final SliceSeries series;
  private final MinimumEffect effect;
  private final double[] values;
  private final Outliers outliers;

  private StabilityAnalysis(SliceSeries series, MinimumEffect effect) {
    this.series = series;
    this.effect = effect;
    this.outliers = Outliers.of(series.values());
    this.values = outliers.clipped();
  }

  /**
   * The stability of a figure, and its block means without the season, from the end of settling on.
   *
   * @param hours middle of each block, in hours since the start of the run
   */
  record Analyzed(Stability stability, double[] hours, double[] levels) {}

  /** Returns how stable a figure was. */
  public static Stability of(SliceSeries series, MinimumEffect effect) {
    return analyzed(series, effect)
        .map(Analyzed::stability)
        .orElseGet(() -> Stability.tooShort(series.known()));
  }

  /**
   * Analyzes a figure.
   *
   * @return empty if fewer than {@link Stability#SLICES_NEEDED} slices have a value, or if those
   *     are too small a part of the run
   */
  static Optional<Analyzed> analyzed(SliceSeries series, MinimumEffect effect) {
    return series.known() < Stability.SLICES_NEEDED
        ? Optional.empty()
        : new StabilityAnalysis(series, effect).analyze();
  }

  private Optional<Analyzed> analyze() {
    BlockMeans blocks = BlockMeans.of(values, 0, series.sliceSeconds());
    if (blocks.count() < LEAST_BLOCKS) {
      return Optional.empty();
    }
    int first = settled();
    if (first > 0) {
      blocks = BlockMeans.of(values, first, series.sliceSeconds());
    }
    return blocks.count() < LEAST_BLOCKS ? Optional.empty() : Optional.of(analyze(first, blocks));
  }

  private Analyzed analyze(int first, BlockMeans blocks) {
    StructureSearch search = new StructureSearch(blocks);
    Fit fit = search.search();
    Components parts = search.components(fit);
    double mean =
        Arrays.stream(values, first, values.length)
            .filter(value -> !Double.isNaN(value))
            .average()
            .orElseThrow();
    double least = effect.of(mean);
    List<Shift> shifts = shifts(blocks, parts, fit.regression().noise(), least);
    Trend trend = trend(blocks, parts, first);
    boolean drifts =
        fit.structure().trend()
            && trend.direction() != Direction.PLATEAU
            && Math.abs(trend.change()) >= least;
    double deviation = deviationOfWindows(parts.noise());
    boolean wanders =
        deviation > MAX_WANDERING * least && wanderingRatio(parts.noise()) > WANDERING_RATIO;
    Stability stability =
        new Stability(
            state(shifts, drifts, trend, wanders),
            series.known(),
            outliers.slices(),
            first * series.sliceSeconds(),
            mean,
            mean == 0 ? OptionalDouble.empty() : OptionalDouble.of(deviation / Math.abs(mean)),
            Optional.of(trend),
            season(fit, parts),
            shifts);
    return new Analyzed(stability, blocks.hours(), minus(blocks.means(), parts.season()));
  }

  private static double[] minus(double[] values, double[] parts) {
    double[] rest = new double[values.length];
    Arrays.setAll(rest, i -> values[i] - parts[i]);
    return rest;
  }

  private static StabilityState state(
      List<Shift> shifts, boolean drifts, Trend trend, boolean wanders) {
    if (wanders || shifts.size() > MAX_SHIFTS) {
      return StabilityState.NO_STEADY_STATE;
    }
    double greatest =
        shifts.stream().mapToDouble(shift -> Math.abs(shift.to() - shift.from())).max().orElse(0);
    if (drifts && Math.abs(trend.change()) >= greatest) {
      return StabilityState.DRIFT;
    }
    return shifts.isEmpty() ? StabilityState.STEADY : StabilityState.SHIFT;
  }

  /**
   * Returns the first slice after settling: by MSER-5, if the slices before it are not on a
   * straight line with those after it; else 0. A trend and a season have such a line.
   */
  private int settled() {
    int slices = values.length;
    int slicesOfLongest = (int) (MAX_SETTLING_SECONDS / series.sliceSeconds());
    int most = Math.min(slices / MAX_SETTLING_SHARE, slicesOfLongest);
    int[] known = new int[Math.min(slices, MAX_SETTLING_SHARE * most)];
    double[] start = new double[known.length];
    int count = 0;
    for (int slice = 0; slice < known.length; slice++) {
      if (!Double.isNaN(values[slice])) {
        known[count] = slice;
        start[count++] = values[slice];
      }
    }
    int left = Mser5.truncation(Arrays.copyOf(start, count));
    if (left == 0 || known[left] > most) {
      return 0;
    }
    int compared = Math.min(count, left + Math.max(MAX_SETTLING_SHARE * left, LEAST_COMPARED));
    double[] after = Arrays.copyOfRange(start, left, compared);
    double[] place = Arrays.stream(known, left, compared).asDoubleStream().toArray();
    double middle = meanOf(place);
    double[] level = new double[after.length];
    Arrays.fill(level, 1);
    double[] fromMiddle = Arrays.stream(place).map(each -> each - middle).toArray();
    LeastSquares line = LeastSquares.of(after, List.of(level, fromMiddle));
    double[] levelAndSlope = line.coefficients();
    double distance = Arrays.stream(known, 0, left).average().orElseThrow() - middle;
    double expected = levelAndSlope[0] + levelAndSlope[1] * distance;
    double spread = Arrays.stream(fromMiddle).map(each -> each * each).sum();
    double error = line.noise() * (1.0 / left + 1.0 / after.length + distance * distance / spread);
    double difference = Math.abs(meanOf(Arrays.copyOf(start, left)) - expected);
    boolean differs =
        difference > SETTLING_DEVIATIONS * Math.sqrt(error)
            && difference > effect.of(levelAndSlope[0]);
    return differs ? known[left] : 0;
  }

  private static double meanOf(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private Trend trend(BlockMeans blocks, Components parts, int first) {
    double[] hours = blocks.hours();
    double[] flat = new double[hours.length];
    for (int i = 0; i < flat.length; i++) {
      flat[i] = blocks.means()[i] - parts.season()[i] - parts.shifts()[i];
    }
    MannKendall test = MannKendall.of(hours, flat);
    Direction direction = Direction.PLATEAU;
    if (test.p() < SIGNIFICANT_P) {
      direction = test.slope() > 0 ? Direction.DRIFTING_UP : Direction.DRIFTING_DOWN;
    }
    double length = values.length * series.sliceSeconds() / SECONDS_PER_HOUR;
    double settled = first * series.sliceSeconds() / SECONDS_PER_HOUR;
    // The line of Theil and Sen goes through the median; the mean is as good for symmetric noise.
    double atEnd =
        meanOf(flat) + parts.shifts()[flat.length - 1] + test.slope() * (length - meanOf(hours));
    return new Trend(
        direction,
        test.p(),
        test.slope(),
        test.slopeLow(),
        test.slopeHigh(),
        test.slope() * (length - settled),
        atEnd + test.slope() * length);
  }

  private static Optional<Season> season(Fit fit, Components parts) {
    if (!fit.structure().season()) {
      return Optional.empty();
    }
    double max = Arrays.stream(parts.season()).max().orElseThrow();
    double min = Arrays.stream(parts.season()).min().orElseThrow();
    return Optional.of(new Season((max - min) / 2));
  }

  /** Returns the changes of the level that matter and that a rank test confirms. */
  private List<Shift> shifts(BlockMeans blocks, Components parts, double noise, double least) {
    double[] levels = parts.shifts();
    List<Integer> edges = new ArrayList<>(List.of(0));
    for (int block = 1; block < levels.length; block++) {
      if (levels[block] != levels[block - 1] && !continuesChange(levels, edges, block)) {
        edges.add(block);
      }
    }
    edges.add(levels.length);
    List<Shift> shifts = new ArrayList<>();
    double inflation = inflation(parts.noise(), noise);
    // Not the sum of the fitted parts: equal values must stay equal to have the same rank.
    double[] stepped = new double[levels.length];
    for (int i = 0; i < stepped.length; i++) {
      stepped[i] =
          blocks.means()[i]
              - parts.season()[i]
              - parts.slope() * (blocks.hours()[i] - blocks.hours()[0]);
    }
    for (int i = 1; i < edges.size() - 1; i++) {
      int block = edges.get(i);
      double after = levels[edges.get(i + 1) - 1];
      double change = after - levels[block - 1];
      if (Math.abs(change) >= least
          && isConfirmed(stepped, edges.get(i - 1), block, edges.get(i + 1), inflation)) {
        double base = parts.level() + parts.slope() * (blocks.hours()[block] - blocks.hours()[0]);
        double from = base + levels[block - 1];
        double to = base + after;
        int slice = place(blocks, parts, block, from, to);
        shifts.add(
            new Shift(
                slice,
                slice * series.sliceSeconds(),
                withoutRoundingError(from, change),
                withoutRoundingError(to, change)));
      }
    }
    return shifts;
  }

  /** A change in the middle of a slice takes two: both go in the same direction. */
  private static boolean continuesChange(double[] levels, List<Integer> edges, int block) {
    int last = edges.get(edges.size() - 1);
    return last > 0
        && block - last < StructureSearch.LEAST_PULSE
        && (levels[last] - levels[last - 1]) * (levels[block] - levels[block - 1]) > 0;
  }

  /** A level of 0, such as that of an error rate, is fitted as a tiny one. */
  private static double withoutRoundingError(double level, double change) {
    return Math.abs(level) < ROUNDING_ERROR * Math.abs(change) ? 0 : level;
  }

  private static double inflation(double[] noise, double inflated) {
    double variance = Arrays.stream(noise).map(each -> each * each).average().orElse(0);
    return variance == 0 ? 1 : Math.max(1, inflated / variance);
  }

  /** Compares the ranks before and after a change (Mann–Whitney). */
  private static boolean isConfirmed(
      double[] stepped, int start, int change, int end, double inflation) {
    double[] around = Arrays.copyOfRange(stepped, start, end);
    double[] ranks = MannKendall.ranks(around);
    double before = change - start;
    double after = end - change;
    double sum = Arrays.stream(ranks, 0, change - start).sum();
    double expected = before * (before + after + 1) / 2;
    double deviation = Math.sqrt(before * after / (before + after) * variance(ranks) * inflation);
    // A few blocks cannot deviate by much, however different they are.
    double most = before * after / 2;
    double needed = Math.min(RANK_DEVIATIONS * deviation, MOST_OF_RANKS * most);
    return Math.abs(sum - expected) >= needed;
  }

  /** Returns the slice near the start of a block at which the change fits the slices best. */
  private int place(BlockMeans blocks, Components parts, int block, double from, double to) {
    int reach = 2 * blocks.slicesPerBlock();
    int middle = blocks.firstSlice(block);
    int first = Math.max(0, middle - reach);
    int last = Math.min(values.length, middle + reach);
    double season = parts.season()[block];
    double best = Double.POSITIVE_INFINITY;
    int place = middle;
    double squares = 0;
    for (int slice = first; slice < last; slice++) {
      if (squares < best) {
        best = squares;
        place = slice;
      }
      if (!Double.isNaN(values[slice])) {
        double value = values[slice] - season;
        squares += (value - from) * (value - from) - (value - to) * (value - to);
      }
    }
    return place;
  }

  /** Returns the standard deviation of the means of equal parts. */
  private static double deviationOfWindows(double[] noise) {
    return Math.sqrt(variance(windows(noise)));
  }

  /** Returns the variance of the means of equal parts relative to that of independent blocks. */
  private static double wanderingRatio(double[] noise) {
    double[] differences = new double[noise.length - 1];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = (noise[i + 1] - noise[i]) / Math.sqrt(2);
    }
    double independent = variance(differences) * WINDOWS / noise.length;
    return independent == 0 ? 0 : variance(windows(noise)) / independent;
  }

  private static double[] windows(double[] noise) {
    double[] means = new double[WINDOWS];
    for (int window = 0; window < WINDOWS; window++) {
      int from = window * noise.length / WINDOWS;
      int to = (window + 1) * noise.length / WINDOWS;
      means[window] = Arrays.stream(noise, from, to).average().orElse(0);
    }
    return means;
  }

  private static double variance(double[] values) {
    double mean = meanOf(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum()
        / (values.length - 1);
  }
}
