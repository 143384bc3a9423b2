package io.longhaul.metrics.stability;

import io.longhaul.metrics.stability.LiveVerdict.Change;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds changes of the level of a figure while the run is in progress. Its size does not grow with
 * the run. For one thread.
 *
 * <p>With each slice, the newest values are compared with those before them, for each place at
 * which the level may have changed in the last {@link #MOST_VALUES} values or hour: a generalized
 * likelihood ratio test in a window of limited length (Willsky and Jones 1976; Lai 1995). Values
 * are first converted to {@link NormalScores}; their autocorrelation (AR(1)) and the error of the
 * level before are part of the variance. The limit comes from the rate of false alarms that all
 * figures together may have ({@link FalseAlarmRate}).
 *
 * <p>A difference that a daily season of 10 % can explain does not count, and neither does one that
 * is less than the least effect. A change needs at least {@link #SHORTEST_SHIFT} values, and values
 * are clipped so that two of three cannot be one. The new level is compared with the following
 * values from then on; if it lasts for an hour, or for as many values as are compared, it becomes
 * the normal level. A figure that moves away more slowly is found by {@link DailyLevels}.
 */
public final class ShiftDetector {
  /** Greatest number of values that are compared. */
  static final int MOST_VALUES = 360;

  /** Least number of values before a figure is judged. */
  static final int LEAST_VALUES = Stability.SLICES_NEEDED;

  /** Least number of values with another level. */
  static final int SHORTEST_SHIFT = 3;

  private static final int SHORTEST_POSSIBLE_SHIFT = 2;
  private static final double SECONDS_PER_HOUR = TimeUnit.HOURS.toSeconds(1);
  private static final double HOURS_PER_DAY = 24;
  private static final double HOURS_PER_WEEK = 7 * HOURS_PER_DAY;

  /**
   * False alarms of all figures together, if their variances and correlations were known; estimated
   * ones cause up to ten times as many.
   */
  private static final double FALSE_SHIFTS_PER_WEEK = 0.1;

  private static final double FALSE_POSSIBLE_SHIFTS_PER_HOUR = 1;

  /** A possible shift ends below this share of its limit. */
  private static final double STILL_POSSIBLE = 0.8;

  /** The limit of a shift that three clipped values exceed by; two are less than it. */
  private static final double CLIPPED_SHARE = 4.0 / 3;

  private static final int FEWEST_BEFORE = 3;

  /** A short change is compared with fewer values before it, to be less exposed to a season. */
  private static final int COMPARED_PER_VALUE = 20;

  /** Amplitude of a daily season that is no shift, relative to the level. */
  private static final double SEASON = 0.1;

  /** Values with which the variance before a change counts when that after it is estimated. */
  private static final int PRIOR_VALUES = 10;

  private static final int VALUES_PER_FIT = 30;
  private static final int MOST_FITS = 120;

  /** Standard errors by which the autocorrelation is assumed to be greater than its estimate. */
  private static final double MARGIN = 2;

  private static final double MOST_AUTOCORRELATION = 0.9;

  /** Longer changes are only searched at each sixteenth part of their length. */
  private static final int PLACES = 16;

  /** Values before a change whose mean is the level before. */
  private static final int VALUES_OF_LEVEL = 60;

  private static final double SIGNIFICANT_P = 0.01;

  /** A figure has returned if this part of its change, or less, is left. */
  private static final double RETURNED = 1.0 / 3;

  private final MinimumEffect effect;
  private final int most;
  private final double slicesPerHour;
  private final double slopeOfSeason;
  private final double possibleLimit;
  private final double shiftLimit;

  private final long[] slices;
  private final double[] values;
  private final double[] clipped;

  /** Sums of the clipped scores, and of their squares, before each place. */
  private final double[] sums;

  private final double[] squares;
  private int count;
  private long removed;

  /** Place of the first value with the newest level. */
  private int first;

  private @Nullable NormalScores scores;
  private int sinceFit;
  private int fits;
  private double meanAutocorrelation;
  private double autocorrelation;
  private double clippedFrom;
  private double seasonPerSlice;

  private LiveState state = LiveState.SETTLING;
  private long known;
  private double level = Double.NaN;
  private double normal = Double.NaN;
  private Optional<Change> change = Optional.empty();
  private DailyLevels days;
  private long daysFrom;
  private long hours;
  private long driftFrom;

  /**
   * A change at a place.
   *
   * @param deviations standardized difference of the levels
   */
  private record Candidate(int place, double deviations) {}

  /**
   * Creates a detector that has received no slice.
   *
   * @param sliceSeconds length of a slice
   * @param figures number of figures that are watched in the same run
   * @param effect the least change that matters
   */
  public ShiftDetector(double sliceSeconds, int figures, MinimumEffect effect) {
    this.effect = effect;
    double perHour = SECONDS_PER_HOUR / sliceSeconds;
    this.slicesPerHour = perHour;
    this.most = (int) Math.max(LEAST_VALUES, Math.min(MOST_VALUES, perHour));
    this.slopeOfSeason = SEASON * 2 * Math.PI / (HOURS_PER_DAY * perHour);
    double valuesPerHour = perHour * figures;
    this.possibleLimit =
        FalseAlarmRate.threshold(
            FALSE_POSSIBLE_SHIFTS_PER_HOUR / valuesPerHour, SHORTEST_POSSIBLE_SHIFT, most);
    this.shiftLimit =
        FalseAlarmRate.threshold(
            FALSE_SHIFTS_PER_WEEK / (HOURS_PER_WEEK * valuesPerHour), SHORTEST_SHIFT, most);
    int capacity = 4 * most;
    this.slices = new long[capacity];
    this.values = new double[capacity];
    this.clipped = new double[capacity];
    this.sums = new double[capacity + 1];
    this.squares = new double[capacity + 1];
    this.days = new DailyLevels(effect);
  }

  /** Forgets all slices, because the load changes as planned. */
  public void restart() {
    count = 0;
    removed = 0;
    first = 0;
    known = 0;
    scores = null;
    fits = 0;
    state = LiveState.SETTLING;
    level = Double.NaN;
    normal = Double.NaN;
    change = Optional.empty();
  }

  /** Returns the verdict after the newest slice. */
  public LiveVerdict verdict() {
    return new LiveVerdict(state, known, level, change);
  }

  /**
   * Adds a finished slice that can be trusted.
   *
   * @param slice index, greater than those before
   * @param value NaN if the slice has none: then nothing changes
   */
  public void add(long slice, double value) {
    if (!Double.isFinite(value)) {
      return;
    }
    if (count == values.length) {
      removeOldest();
    }
    slices[count] = slice;
    values[count] = value;
    count++;
    known++;
    NormalScores fitted = scores;
    if (fitted == null) {
      settle();
      return;
    }
    score(fitted, count - 1);
    sinceFit++;
    judge(fitted);
    boolean isUndecided = state == LiveState.POSSIBLE_SHIFT && sinceFit < most;
    if (sinceFit >= VALUES_PER_FIT && count - first >= LEAST_VALUES && !isUndecided) {
      fit();
    }
  }

  private void removeOldest() {
    int kept = 2 * most;
    int out = count - kept;
    System.arraycopy(slices, out, slices, 0, kept);
    System.arraycopy(values, out, values, 0, kept);
    System.arraycopy(clipped, out, clipped, 0, kept);
    count = kept;
    removed += out;
    first = Math.max(0, first - out);
    for (int i = first; i < count; i++) {
      accumulate(i);
    }
  }

  /** Leaves out the values at the start by MSER-5, and waits while the rest has a trend. */
  private void settle() {
    if (count < LEAST_VALUES) {
      return;
    }
    double[] all = Arrays.copyOf(values, count);
    int left = Mser5.truncation(all);
    double[] rest = Arrays.copyOfRange(all, left, count);
    boolean mayChange = left > count / 3 && count < 2 * LEAST_VALUES;
    if (count < most && (mayChange || hasTrend(rest))) {
      return;
    }
    first = left;
    fit();
    level = levelOf(first, count);
    state = LiveState.STEADY;
    becomesNormal();
  }

  private boolean hasTrend(double[] rest) {
    double[] times = new double[rest.length];
    Arrays.setAll(times, i -> i);
    MannKendall test = MannKendall.of(times, rest);
    double mean = Arrays.stream(rest).average().orElseThrow();
    return test.p() < SIGNIFICANT_P && Math.abs(test.slope()) * rest.length >= effect.of(mean);
  }

  private void becomesNormal() {
    normal = level;
    days = new DailyLevels(effect);
    daysFrom = slices[count - 1];
    hours = 0;
  }

  private void fit() {
    int from = Math.max(first, count - most);
    NormalScores fitted =
        NormalScores.of(Arrays.copyOfRange(values, from, count), removed + from, effect);
    fits = Math.min(fits + 1, MOST_FITS);
    meanAutocorrelation += (fitted.autocorrelation() - meanAutocorrelation) / fits;
    int valuesOfFits = count - from + (fits - 1) * VALUES_PER_FIT;
    double cautious = meanAutocorrelation + MARGIN / Math.sqrt(valuesOfFits);
    autocorrelation = Math.max(0, Math.min(MOST_AUTOCORRELATION, cautious));
    use(fitted);
  }

  private void use(NormalScores fitted) {
    scores = fitted;
    sinceFit = 0;
    seasonPerSlice = slopeOfSeason * Math.abs(fitted.median()) * fitted.perUnit();
    double innovations = 1 - autocorrelation * autocorrelation;
    clippedFrom = CLIPPED_SHARE * shiftLimit / Math.sqrt(information(SHORTEST_SHIFT) / innovations);
    sums[first] = 0;
    squares[first] = 0;
    for (int i = first; i < count; i++) {
      score(fitted, i);
    }
  }

  private void score(NormalScores fitted, int place) {
    clipped[place] = fitted.of(values[place], removed + place, clippedFrom);
    accumulate(place);
  }

  private void accumulate(int place) {
    sums[place + 1] = sums[place] + clipped[place];
    squares[place + 1] = squares[place] + clipped[place] * clipped[place];
  }

  private void judge(NormalScores fitted) {
    Candidate shift = greatest(SHORTEST_SHIFT, PLACES);
    if (Math.abs(shift.deviations()) >= shiftLimit) {
      shift = greatest(SHORTEST_SHIFT, Integer.MAX_VALUE);
      if (matters(shift.place())) {
        shifted(fitted, shift.place());
        return;
      }
    }
    if (state == LiveState.SHIFT) {
      updateShift();
      return;
    }
    if (wholeHours() > hours) {
      finishHour(fitted);
    }
    Candidate possible = greatest(SHORTEST_POSSIBLE_SHIFT, PLACES);
    boolean isPossible = state == LiveState.POSSIBLE_SHIFT;
    double limit = isPossible ? STILL_POSSIBLE * possibleLimit : possibleLimit;
    if (Math.abs(possible.deviations()) >= limit && matters(possible.place())) {
      int place = possible.place();
      state = LiveState.POSSIBLE_SHIFT;
      change = Optional.of(new Change(slices[place], levelBefore(place), levelOf(place, count)));
    } else if (days.drifts()) {
      state = LiveState.DRIFT;
      change = Optional.of(new Change(driftFrom, days.compared(), level));
    } else {
      state = LiveState.STEADY;
      change = Optional.empty();
    }
  }

  private Candidate greatest(int shortest, int places) {
    Candidate greatest = new Candidate(first, 0);
    int longest = Math.min(most, count - first - FEWEST_BEFORE);
    for (int after = shortest; after <= longest; after += Math.max(1, after / places)) {
      double deviations = deviations(count - after);
      if (Math.abs(deviations) > Math.abs(greatest.deviations())) {
        greatest = new Candidate(count - after, deviations);
      }
    }
    return greatest;
  }

  /**
   * Returns the information about a change of the mean that values of an AR(1) process contain, in
   * multiples of that of their first innovation.
   */
  private double information(int after) {
    double rest = 1 - autocorrelation;
    return 1 + (after - 1) * rest * rest;
  }

  /** Returns the standardized difference between the values from a place on and those before. */
  private double deviations(int place) {
    int after = count - place;
    int from = Math.max(first, place - Math.min(most, COMPARED_PER_VALUE * after));
    int before = place - from;
    double mean = (sums[place] - sums[from]) / before;
    double sum = sums[count] - sums[place];
    double r = autocorrelation;
    double atPlace = clipped[place] - mean;
    double beforePlace = clipped[place - 1] - mean;
    double following = sum - after * mean - atPlace;
    double preceding = sum - after * mean - (clipped[count - 1] - mean);
    double information = information(after);
    double distance =
        (atPlace - r * beforePlace + (1 - r) * (following - r * preceding)) / information;
    double scatter = squares[count] - squares[place] - sum * sum / after;
    double variance = Math.max(1, (PRIOR_VALUES + scatter) / (PRIOR_VALUES + after - 1));
    double error = variance * (1 - r * r) / information + (1 + r) / (1 - r) / before;
    double ofSeason = seasonPerSlice * (before + after) / 2;
    double unexplained = Math.max(0, Math.abs(distance) - ofSeason);
    return Math.signum(distance) * unexplained / Math.sqrt(error);
  }

  private boolean matters(int place) {
    double before = levelBefore(place);
    return Math.abs(levelOf(place, count) - before) >= effect.of(before);
  }

  private double levelBefore(int place) {
    return levelOf(Math.max(first, place - VALUES_OF_LEVEL), place);
  }

  private double levelOf(int from, int to) {
    double[] part = Outliers.of(Arrays.copyOfRange(values, from, to)).clipped();
    return Arrays.stream(part).average().orElseThrow();
  }

  private void shifted(NormalScores fitted, int place) {
    double before = levelBefore(place);
    level = levelOf(place, count);
    if (state != LiveState.SHIFT) {
      normal = before;
      state = LiveState.SHIFT;
    } else if (Math.abs(level - normal) <= RETURNED * Math.abs(before - normal)) {
      state = LiveState.STEADY;
    }
    change =
        state == LiveState.SHIFT
            ? Optional.of(new Change(slices[place], normal, level))
            : Optional.empty();
    first = place;
    use(fitted.moved(before, level, effect));
  }

  /** The first values of a new level say little about it. */
  private void updateShift() {
    if (count - first <= VALUES_OF_LEVEL) {
      level = levelOf(first, count);
      change = Optional.of(new Change(slices[first], normal, level));
    }
    if (count - first >= most) {
      level = levelOf(first, count);
      change = Optional.empty();
      state = LiveState.STEADY;
      becomesNormal();
    }
  }

  /** Returns the number of whole hours since the level became normal. */
  private long wholeHours() {
    return (long) ((slices[count - 1] - daysFrom) / slicesPerHour);
  }

  private void finishHour(NormalScores fitted) {
    int from = Math.max(first, count - most);
    level = levelOf(from, count);
    double r = autocorrelation;
    double error = Math.sqrt((1 + r) / (1 - r) / (count - from)) / fitted.perUnit();
    boolean drifted = days.drifts();
    // Hours in which nothing was judged, such as those of a shift, have no level.
    long elapsed = wholeHours();
    days.add(elapsed - 1, level, error);
    if (!drifted) {
      driftFrom = slices[count - 1];
    }
    hours = elapsed;
  }
}
