package io.longhaul.config.options;

import io.longhaul.config.binding.GivenOptions;
import io.longhaul.report.aggregate.Aggregate;
import io.longhaul.report.aggregate.Convergence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How often a run is repeated.
 *
 * @param runs the maximum number of runs; 1 for a run that is not repeated
 * @param cooldown the pause between two runs
 * @param confidence the confidence level of the reported intervals, between 0 and 1
 * @param warmsUpOnce whether only the first run has a warm-up
 * @param seeds the seeds of the runs
 * @param convergence the criterion for stopping early, or empty
 */
public record Repeats(
    int runs,
    Duration cooldown,
    double confidence,
    boolean warmsUpOnce,
    Seeds seeds,
    Optional<Convergence> convergence) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String SEED = "--random-seed";
  private static final long USUAL_SEED = 42;

  /** The difference between the seeds of a cell's runs; seeds of cells differ by less. */
  private static final long BETWEEN_RUNS = Sweep.MOST_CELLS;

  /** The seeds of repeated runs. */
  public enum Seeds {
    /** The seed of the command line for all runs, or AIPerf's default. */
    ONE,
    /** The seed of the command line for all runs, or else a different one for each run. */
    ONE_IF_TYPED,
    /** A different seed for each run. */
    ONE_EACH
  }

  /** Returns whether there is more than one run. */
  public boolean areSeveral() {
    return runs > 1;
  }

  /** Returns a copy for runs whose options include a seed that the user did not give. */
  public Repeats withoutTypedSeed() {
    Seeds each = seeds == Seeds.ONE_IF_TYPED ? Seeds.ONE_EACH : seeds;
    return new Repeats(runs, cooldown, confidence, warmsUpOnce, each, convergence);
  }

  /** Returns the settings of the report on all runs. */
  public Aggregate.Terms terms() {
    return new Aggregate.Terms(confidence, cooldown.toNanos() / NANOS_PER_SECOND, convergence);
  }

  /**
   * Returns the options of each run, without the options of repeated runs.
   *
   * @param given all options
   */
  public List<GivenOptions> optionsOfRuns(GivenOptions given) {
    GivenOptions one = given.withoutOptionsOf(RepeatOptions.class);
    List<GivenOptions> all = new ArrayList<>();
    for (int number = 1; number <= runs; number++) {
      GivenOptions ofThis = number > 1 && warmsUpOnce ? one.withoutWarmup() : one;
      boolean asTyped = one.gives(SEED) && seeds != Seeds.ONE_EACH;
      all.add(asTyped ? ofThis : ofThis.with(SEED, Long.toString(seed(one, number))));
    }
    return all;
  }

  private long seed(GivenOptions given, int number) {
    return switch (seeds) {
      case ONE -> USUAL_SEED;
      case ONE_IF_TYPED -> number;
      case ONE_EACH ->
          given.valueOf(SEED).map(Long::parseLong).orElse(USUAL_SEED) + BETWEEN_RUNS * (number - 1);
    };
  }
}
