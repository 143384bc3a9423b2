package io.longhaul.benchmarks;

import io.longhaul.metrics.stability.LiveState;
import io.longhaul.metrics.stability.MinimumEffect;
import io.longhaul.metrics.stability.ShiftDetector;
import io.longhaul.metrics.stability.SyntheticSoak;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Counts the false alarms of the verdicts during a run in synthetic weeks without a change, and
 * measures after how many slices a shift is reported.
 */
@Command(name = "LiveVerdicts", mixinStandardHelpOptions = true)
public final class LiveVerdicts implements Callable<Integer> {
  private static final double[] AUTOCORRELATIONS = {0, 0.5};
  private static final double[] NOISES = {2, 5, 10};
  private static final double[] SEASONS = {0, 10};
  private static final double[] SHIFTS = {5, 10, 20};
  private static final int SLICES_OF_A_WEEK = 7 * SyntheticSoak.SLICES_OF_A_DAY;
  private static final int SLICES_WITH_A_SHIFT = SyntheticSoak.SLICES_OF_A_DAY / 4;
  private static final int GOAL_SLICES = 3;

  @Option(names = "--weeks", defaultValue = "50", description = "Weeks of each kind")
  private int weeks;

  @Option(names = "--shifts", defaultValue = "200", description = "Shifts of each kind")
  private int shifts;

  @Option(
      names = "--figures",
      defaultValue = "11",
      description = "Figures that may have one false alarm a week together")
  private int figures;

  /**
   * The delays of a verdict in slices, and for infinite ones, that it was not reached in time.
   *
   * @param possible until the first possible shift
   * @param confirmed until the shift
   */
  private record Delays(List<Double> possible, List<Double> confirmed) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new LiveVerdicts()).execute(args));
  }

  @Override
  public Integer call() {
    if (weeks > 0) {
      System.out.println(falseAlarms());
    }
    if (shifts > 0) {
      System.out.println(delays());
    }
    return 0;
  }

  private Table falseAlarms() {
    Table table =
        new Table(
            "weeks without a change",
            "alarms",
            "per week of a figure",
            "per week of " + figures + " figures",
            "possible per week of a figure");
    for (double autocorrelation : AUTOCORRELATIONS) {
      for (double noise : NOISES) {
        for (double season : SEASONS) {
          SyntheticSoak soak =
              SyntheticSoak.day(autocorrelation)
                  .of(SLICES_OF_A_WEEK)
                  .withNoise(noise)
                  .withSeason(season);
          long alarms = 0;
          long possible = 0;
          for (int seed = 1; seed <= weeks; seed++) {
            List<LiveState> states = changes(soak.series(seed).values());
            alarms += states.stream().filter(LiveVerdicts::isAlarm).count();
            possible += states.stream().filter(LiveState.POSSIBLE_SHIFT::equals).count();
          }
          table.add(
              String.format(
                  Locale.ROOT,
                  "AR(1) %.1f, noise %.0f %%, season %.0f %%",
                  autocorrelation,
                  noise,
                  season),
              alarms,
              (double) alarms / weeks,
              (double) figures * alarms / weeks,
              (double) possible / weeks);
        }
      }
    }
    return table;
  }

  private static boolean isAlarm(LiveState state) {
    return state == LiveState.SHIFT || state == LiveState.DRIFT;
  }

  private ShiftDetector detector() {
    return new ShiftDetector(SyntheticSoak.SLICE_SECONDS, figures, MinimumEffect.USUAL);
  }

  /** Returns the states of a series, each once for the time that it lasts. */
  private List<LiveState> changes(double[] values) {
    ShiftDetector detector = detector();
    List<LiveState> states = new ArrayList<>();
    LiveState before = detector.verdict().state();
    for (int slice = 0; slice < values.length; slice++) {
      detector.add(slice, values[slice]);
      LiveState state = detector.verdict().state();
      if (state != before) {
        states.add(state);
        before = state;
      }
    }
    return states;
  }

  private Table delays() {
    Table table =
        new Table(
            "shifts",
            "deviations",
            "within 3 slices %",
            "median",
            "p95",
            "not found",
            "possible within 3 slices %",
            "median",
            "p95");
    for (double autocorrelation : AUTOCORRELATIONS) {
      for (double noise : NOISES) {
        for (double shift : SHIFTS) {
          SyntheticSoak soak =
              SyntheticSoak.day(autocorrelation)
                  .of(SLICES_WITH_A_SHIFT)
                  .withNoise(noise)
                  .withShift(shift);
          Delays delays = delays(soak);
          table.add(
              String.format(
                  Locale.ROOT,
                  "AR(1) %.1f, noise %.0f %%, shift %.0f %%",
                  autocorrelation,
                  noise,
                  shift),
              shift / noise,
              percentInTime(delays.confirmed()),
              percentile(delays.confirmed(), 50),
              percentile(delays.confirmed(), 95),
              delays.confirmed().stream().filter(delay -> delay.isInfinite()).count(),
              percentInTime(delays.possible()),
              percentile(delays.possible(), 50),
              percentile(delays.possible(), 95));
        }
      }
    }
    return table;
  }

  private Delays delays(SyntheticSoak soak) {
    Delays delays = new Delays(new ArrayList<>(), new ArrayList<>());
    for (int seed = 1; seed <= shifts; seed++) {
      double[] values = soak.series(seed).values();
      int shift = soak.shiftSlice(seed);
      ShiftDetector detector = detector();
      double possible = Double.POSITIVE_INFINITY;
      double confirmed = Double.POSITIVE_INFINITY;
      for (int slice = 0; slice < values.length && Double.isInfinite(confirmed); slice++) {
        detector.add(slice, values[slice]);
        LiveState state = detector.verdict().state();
        if (slice >= shift && (state == LiveState.POSSIBLE_SHIFT || state == LiveState.SHIFT)) {
          possible = Math.min(possible, slice - shift + 1);
        }
        if (slice >= shift && state == LiveState.SHIFT) {
          confirmed = slice - shift + 1;
        }
      }
      delays.possible().add(possible);
      delays.confirmed().add(confirmed);
    }
    return delays;
  }

  private static double percentInTime(List<Double> delays) {
    return 100.0 * delays.stream().filter(delay -> delay <= GOAL_SLICES).count() / delays.size();
  }

  /** Returns the delay that this percentage of the shifts does not exceed. */
  private static Object percentile(List<Double> delays, int percent) {
    List<Double> sorted = delays.stream().sorted().toList();
    double delay = sorted.get((percent * sorted.size() + 99) / 100 - 1);
    return Double.isInfinite(delay) ? "not found" : String.format(Locale.ROOT, "%.0f", delay);
  }
}
