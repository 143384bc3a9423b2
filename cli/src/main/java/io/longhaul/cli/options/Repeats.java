package io.longhaul.cli.options;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How often a run is carried out.
 *
 * @param runs 1 for a run that is not repeated
 * @param cooldown time between two of them
 * @param confidence of what is said about their means, between 0 and 1
 * @param warmsUpOnce whether only the first warms up
 * @param asksTheSame whether all have one seed; otherwise each has another, when none was typed
 */
public record Repeats(
    int runs, Duration cooldown, double confidence, boolean warmsUpOnce, boolean asksTheSame) {
  private static final String SEED = "--random-seed";
  private static final long USUAL_SEED = 42;

  /** Whether there is more than one run. */
  public boolean areSeveral() {
    return runs > 1;
  }

  /**
   * The command line of each run: what was typed, without all that is about several runs.
   *
   * @param typed the whole command line
   */
  public List<RunWords> wordsOfRuns(RunWords typed) {
    RunWords one =
        typed
            .without(RepeatOptions.RUNS)
            .without(RepeatOptions.COOLDOWN)
            .without(RepeatOptions.CONFIDENCE)
            .without(RepeatOptions.WARM_UP_ONCE)
            .without(RepeatOptions.WARM_UP_ALWAYS)
            .without(RepeatOptions.ONE_SEED)
            .without(RepeatOptions.SEVERAL_SEEDS);
    List<RunWords> words = new ArrayList<>();
    for (int number = 1; number <= runs; number++) {
      RunWords ofThis = number > 1 && warmsUpOnce ? one.withoutWarmup() : one;
      words.add(
          ofThis.has(SEED)
              ? ofThis
              : ofThis.with(SEED, Long.toString(asksTheSame ? USUAL_SEED : number)));
    }
    return words;
  }
}
