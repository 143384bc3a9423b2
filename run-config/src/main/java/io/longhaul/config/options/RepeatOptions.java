package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.MetricNames;
import io.longhaul.report.aggregate.Convergence;
import io.longhaul.report.figures.Statistic;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of repeated runs, which measure the variation between runs. */
final class RepeatOptions {
  private static final String RUNS = "--num-profile-runs";
  private static final String COOLDOWN = "--profile-run-cooldown-seconds";
  private static final String CONFIDENCE = "--confidence-level";
  private static final String WARM_UP_ONCE = "--profile-run-disable-warmup-after-first";
  private static final String WARM_UP_ALWAYS = "--no-profile-run-disable-warmup-after-first";
  private static final String ONE_SEED = "--set-consistent-seed";
  private static final String SEVERAL_SEEDS = "--no-set-consistent-seed";
  private static final String SEED_EACH = "--vary-seed-per-trial";
  private static final String NO_SEED_EACH = "--no-vary-seed-per-trial";
  private static final String METRIC = "--convergence-metric";
  private static final String STATISTIC = "--convergence-stat";
  private static final String MODE = "--convergence-mode";
  private static final String THRESHOLD = "--convergence-threshold";

  private static final List<Statistic> STATISTICS =
      List.of(
          Statistic.AVG,
          Statistic.P50,
          Statistic.P90,
          Statistic.P95,
          Statistic.P99,
          Statistic.MIN,
          Statistic.MAX);
  private static final int MOST_RUNS = 10;
  private static final double USUAL_CONFIDENCE = 0.95;
  private static final String SEVERAL_RUNS = RUNS + ", 2 or more";

  @Yaml(value = "multiRun.numRuns", unless = "1")
  @Option(
      names = RUNS,
      description =
          "Number of times to execute the run, 1 to 10. The variation between runs is reported."
              + " Default: 1")
  OptionValue.@Nullable Count runs;

  @Yaml(value = "multiRun.cooldownSeconds", unless = "0")
  @Option(names = COOLDOWN, description = "Pause between repeated runs. Default: 0")
  OptionValue.@Nullable SecondsOrZero cooldown;

  @Yaml(value = "multiRun.confidenceLevel", unless = "0.95")
  @Option(
      names = CONFIDENCE,
      paramLabel = "P",
      description =
          "Confidence level, between 0 and 1, of the confidence intervals for the means. Default:"
              + " 0.95")
  OptionValue.@Nullable Positive confidence;

  @Option(
      names = WARM_UP_ONCE,
      description = "Warm up before the first run only. This is the default.")
  boolean warmUpOnce;

  @NotWith(WARM_UP_ONCE)
  @Yaml(value = "multiRun.disableWarmupAfterFirst", negated = true)
  @Option(names = WARM_UP_ALWAYS, description = "Warm up before every run.")
  boolean warmUpAlways;

  @Option(
      names = ONE_SEED,
      description =
          "Use the same seed in all repetitions of a run (in a sweep: of a cell): the value of"
              + " --random-seed, or 42 if that is not set. This is the default.")
  boolean oneSeed;

  @NotWith(ONE_SEED)
  @Yaml(value = "multiRun.setConsistentSeed", negated = true)
  @Option(
      names = SEVERAL_SEEDS,
      description =
          "Unless --random-seed is set, use a different seed in each run: 1, 2, 3 and so on.")
  boolean severalSeeds;

  @Yaml("multiRun.varySeedPerTrial")
  @Option(
      names = SEED_EACH,
      description =
          "Increase the seed by 1000 from run to run. The first run has the seed of --random-seed,"
              + " or 42 if that is not set. Takes precedence over --no-set-consistent-seed.")
  boolean seedEach;

  @NotWith(SEED_EACH)
  @Option(
      names = NO_SEED_EACH,
      description = "Do not increase the seed from run to run. This is the default.")
  boolean noSeedEach;

  @Yaml("multiRun.convergence.metric")
  @Option(
      names = METRIC,
      paramLabel = "TAG",
      description =
          "Stop repeating the run once this metric, such as request_latency or ttft, has"
              + " converged.")
  @Nullable String convergenceMetric;

  @Needs(METRIC)
  @Yaml("multiRun.convergence.stat")
  @Option(
      names = STATISTIC,
      paramLabel = "STAT",
      description =
          "Statistic of the metric that has to converge: avg, p50, p90, p95, p99, min or max."
              + " Default: avg")
  @Nullable String convergenceStatistic;

  @Needs(METRIC)
  @Yaml("multiRun.convergence.mode")
  @Option(
      names = MODE,
      paramLabel = "MODE",
      description =
          "Convergence criterion, computed from the statistic's values in all runs so far:"
              + " ci_width, the width of the confidence interval of their mean, divided by the mean;"
              + " or cv, their standard deviation divided by the mean. Default: ci_width")
  @Nullable String convergenceMode;

  @Needs(METRIC)
  @Yaml("multiRun.convergence.threshold")
  @Option(
      names = THRESHOLD,
      paramLabel = "X",
      description =
          "Value of the convergence criterion, between 0 and 1, below which the metric has"
              + " converged. Default: 0.1 for ci_width, 0.05 for cv")
  OptionValue.@Nullable Positive convergenceThreshold;

  Repeats repeats(MetricNames names, OptionProblems problems) {
    int howMany = OptionValue.of(runs).orElse(1);
    if (howMany > MOST_RUNS) {
      problems.invalid(RUNS, runs, "1 to " + MOST_RUNS);
    }
    Duration pause = Duration.ofNanos(OptionValue.of(cooldown).orElse(0L));
    if (howMany == 1) {
      requireSeveral(problems);
    }
    return new Repeats(
        howMany, pause, confidence(problems), !warmUpAlways, seeds(), convergence(names, problems));
  }

  private Repeats.Seeds seeds() {
    if (seedEach) {
      return Repeats.Seeds.ONE_EACH;
    }
    return severalSeeds ? Repeats.Seeds.ONE_IF_TYPED : Repeats.Seeds.ONE;
  }

  private Optional<Convergence> convergence(MetricNames names, OptionProblems problems) {
    Convergence.Mode mode = mode(problems);
    Statistic statistic = statistic(problems);
    Optional<Double> threshold = OptionValue.of(convergenceThreshold);
    if (threshold.orElse(0.0) >= 1) {
      problems.invalid(THRESHOLD, convergenceThreshold, "a number between 0 and 1, such as 0.1");
    }
    if (convergenceMetric == null) {
      return Optional.empty();
    }
    double below = threshold.orElse(mode.usualThreshold());
    try {
      String tag = names.metric(convergenceMetric).tag();
      return Optional.of(new Convergence(tag, statistic, mode, below));
    } catch (IllegalArgumentException e) {
      problems.invalid(METRIC, convergenceMetric, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Returns the statistic, or reports an unknown one and returns the default. */
  private Statistic statistic(OptionProblems problems) {
    String typed = convergenceStatistic == null ? Statistic.AVG.label() : convergenceStatistic;
    Optional<Statistic> statistic =
        STATISTICS.stream().filter(each -> each.isNamed(typed)).findFirst();
    if (statistic.isEmpty()) {
      problems.invalid(STATISTIC, typed, "avg, p50, p90, p95, p99, min or max");
    }
    return statistic.orElse(Statistic.AVG);
  }

  /** Returns the criterion, or reports an unknown one and returns the default. */
  private Convergence.Mode mode(OptionProblems problems) {
    String typed = convergenceMode == null ? "ci_width" : convergenceMode.replace('-', '_');
    Optional<Convergence.Mode> mode =
        Arrays.stream(Convergence.Mode.values())
            .filter(each -> each.word().equalsIgnoreCase(typed))
            .findFirst();
    if (mode.isEmpty()) {
      boolean compared = typed.equalsIgnoreCase("distribution");
      problems.invalid(
          MODE,
          convergenceMode,
          "ci_width or cv" + (compared ? "; comparing distributions is not supported" : ""));
    }
    return mode.orElse(Convergence.Mode.CI_WIDTH);
  }

  private double confidence(OptionProblems problems) {
    Optional<Double> typed = OptionValue.of(confidence);
    if (typed.orElse(USUAL_CONFIDENCE) >= 1) {
      problems.invalid(CONFIDENCE, confidence, "a number between 0 and 1, such as 0.95");
    }
    return typed.orElse(USUAL_CONFIDENCE);
  }

  /** Reports options that have no effect on a single run. */
  private void requireSeveral(OptionProblems problems) {
    problems.needs(COOLDOWN, cooldown, SEVERAL_RUNS);
    problems.needs(CONFIDENCE, confidence, SEVERAL_RUNS);
    problems.needs(METRIC, convergenceMetric, SEVERAL_RUNS);
    problems.needs(SEED_EACH, seedEach, SEVERAL_RUNS);
    problems.needs(NO_SEED_EACH, noSeedEach, SEVERAL_RUNS);
    problems.needs(WARM_UP_ONCE, warmUpOnce, SEVERAL_RUNS);
    problems.needs(WARM_UP_ALWAYS, warmUpAlways, SEVERAL_RUNS);
    problems.needs(ONE_SEED, oneSeed, SEVERAL_RUNS);
    problems.needs(SEVERAL_SEEDS, severalSeeds, SEVERAL_RUNS);
  }
}
