package io.longhaul.cli.options;

import io.longhaul.sinks.aggregate.Aggregate;
import io.longhaul.sinks.aggregate.Convergence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How often a run is carried out.
 *
 * @param runs 1 for a run that is not repeated; otherwise no more than so many
 * @param cooldown time between two of them
 * @param confidence of what is said about their means, between 0 and 1
 * @param warmsUpOnce whether only the first warms up
 * @param seeds with which seeds they ask
 * @param convergence when fewer are enough, if ever
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

  /** So far apart are the seeds of a cell's runs; those of cells differ by less. */
  private static final long BETWEEN_RUNS = SweptLists.MOST_CELLS;

  /** With which seeds equal runs ask. */
  public enum Seeds {
    /** All with the one that was typed, or AIPerf's usual one. */
    ONE,
    /** With the one that was typed, or each with another. */
    ONE_IF_TYPED,
    /** Each with another. */
    ONE_EACH
  }

  /** Whether there is more than one run. */
  public boolean areSeveral() {
    return runs > 1;
  }

  /** The same for runs whose command lines have a seed, but not one that somebody typed. */
  public Repeats withoutTypedSeed() {
    Seeds each = seeds == Seeds.ONE_IF_TYPED ? Seeds.ONE_EACH : seeds;
    return new Repeats(runs, cooldown, confidence, warmsUpOnce, each, convergence);
  }

  /** What holds for what is said of them. */
  public Aggregate.Terms terms() {
    return new Aggregate.Terms(confidence, cooldown.toNanos() / NANOS_PER_SECOND, convergence);
  }

  /**
   * The command line of each run: what was typed, without all that is about several runs.
   *
   * @param typed the whole command line
   */
  public List<CommandLineArguments> wordsOfRuns(CommandLineArguments typed) {
    CommandLineArguments one = RepeatOptions.without(typed);
    List<CommandLineArguments> words = new ArrayList<>();
    for (int number = 1; number <= runs; number++) {
      CommandLineArguments ofThis = number > 1 && warmsUpOnce ? one.withoutWarmup() : one;
      boolean asTyped = one.has(SEED) && seeds != Seeds.ONE_EACH;
      words.add(asTyped ? ofThis : ofThis.with(SEED, Long.toString(seed(one, number))));
    }
    return words;
  }

  private long seed(CommandLineArguments typed, int number) {
    return switch (seeds) {
      case ONE -> USUAL_SEED;
      case ONE_IF_TYPED -> number;
      case ONE_EACH ->
          typed.valueOf(SEED).map(Long::parseLong).orElse(USUAL_SEED) + BETWEEN_RUNS * (number - 1);
    };
  }
}
