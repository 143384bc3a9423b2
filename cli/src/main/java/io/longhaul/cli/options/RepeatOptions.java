package io.longhaul.cli.options;

import java.time.Duration;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** How often a run is repeated, to see how far its figures can be relied on. */
final class RepeatOptions {
  static final String RUNS = "--num-profile-runs";
  static final String COOLDOWN = "--profile-run-cooldown-seconds";
  static final String CONFIDENCE = "--confidence-level";
  static final String WARM_UP_ONCE = "--profile-run-disable-warmup-after-first";
  static final String WARM_UP_ALWAYS = "--no-profile-run-disable-warmup-after-first";
  static final String ONE_SEED = "--set-consistent-seed";
  static final String SEVERAL_SEEDS = "--no-set-consistent-seed";

  private static final int MOST_RUNS = 10;
  private static final double USUAL_CONFIDENCE = 0.95;
  private static final String SEVERAL_RUNS = RUNS + ", 2 or more";

  @Option(
      names = RUNS,
      paramLabel = "N",
      description =
          "Carry the run out so many times, 1 to 10, one after another, and tell how its figures"
              + " differ from run to run. Default: 1")
  String runs;

  @Option(
      names = COOLDOWN,
      paramLabel = "S",
      description = "Wait so long between two of them. Default: 0")
  String cooldown;

  @Option(
      names = CONFIDENCE,
      paramLabel = "P",
      description =
          "With what confidence, between 0 and 1, the intervals hold the true means. Default: 0.95")
  String confidence;

  @Option(names = WARM_UP_ONCE, description = "Warm up before the first run only; the default.")
  boolean warmUpOnce;

  @Option(names = WARM_UP_ALWAYS, description = "Warm up before each of them.")
  boolean warmUpAlways;

  @Option(
      names = ONE_SEED,
      description =
          "Ask the same in all of them, by --random-seed or else by seed 42; the default.")
  boolean oneSeed;

  @Option(
      names = SEVERAL_SEEDS,
      description = "Without a --random-seed, ask something else in each.")
  boolean severalSeeds;

  Repeats repeats(Numbers numbers, OptionProblems problems) {
    int howMany = numbers.count(RUNS, runs, 1).orElse(1);
    if (howMany > MOST_RUNS) {
      problems.invalid(RUNS, runs, "1 to " + MOST_RUNS);
    }
    Duration pause = Duration.ofNanos(numbers.secondsFromZero(COOLDOWN, cooldown).orElse(0));
    if (howMany == 1) {
      requireSeveral(problems);
    }
    if (warmUpOnce && warmUpAlways) {
      problems.add(
          "Invalid " + WARM_UP_ALWAYS + ": given with " + WARM_UP_ONCE + " (leave out one)");
    }
    if (oneSeed && severalSeeds) {
      problems.add("Invalid " + SEVERAL_SEEDS + ": given with " + ONE_SEED + " (leave out one)");
    }
    return new Repeats(howMany, pause, confidence(numbers, problems), !warmUpAlways, !severalSeeds);
  }

  private double confidence(Numbers numbers, OptionProblems problems) {
    OptionalDouble typed = numbers.positive(CONFIDENCE, confidence);
    if (typed.orElse(USUAL_CONFIDENCE) >= 1) {
      problems.invalid(CONFIDENCE, confidence, "a number between 0 and 1, such as 0.95");
    }
    return typed.orElse(USUAL_CONFIDENCE);
  }

  /** What says nothing about a single run. */
  private void requireSeveral(OptionProblems problems) {
    if (cooldown != null) {
      problems.needs(COOLDOWN, cooldown, SEVERAL_RUNS);
    }
    if (confidence != null) {
      problems.needs(CONFIDENCE, confidence, SEVERAL_RUNS);
    }
    requireSeveral(WARM_UP_ONCE, warmUpOnce, problems);
    requireSeveral(WARM_UP_ALWAYS, warmUpAlways, problems);
    requireSeveral(ONE_SEED, oneSeed, problems);
    requireSeveral(SEVERAL_SEEDS, severalSeeds, problems);
  }

  private static void requireSeveral(String option, boolean given, OptionProblems problems) {
    if (given) {
      problems.add("Invalid " + option + ": it needs " + SEVERAL_RUNS);
    }
  }
}
