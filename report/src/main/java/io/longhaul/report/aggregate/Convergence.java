package io.longhaul.report.aggregate;

import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.report.figures.Statistic;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The rule by which a series of equal runs ends because they agree in a figure. The modes are those
 * of AIPerf 0.13 ({@code orchestrator/convergence/ci_width.py} and {@code cv.py}).
 *
 * @param metric tag of the metric
 * @param statistic statistic of the metric in each run's document
 * @param mode measure that is compared with the threshold
 * @param threshold maximum of the measure, between 0 and 1
 */
public record Convergence(String metric, Statistic statistic, Mode mode, double threshold) {

  /** A measure of how much runs differ, relative to their mean. */
  public enum Mode {
    /** Width of the confidence interval of the mean by Student's t: 2 · t · std / √n / |mean|. */
    CI_WIDTH(0.10),
    /** Coefficient of variation with the sample standard deviation: std / |mean|. */
    CV(0.05);

    private final double usualThreshold;

    Mode(double usualThreshold) {
      this.usualThreshold = usualThreshold;
    }

    /** The default. */
    public double usualThreshold() {
      return usualThreshold;
    }

    /** Returns the name in options and files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private double spread(CrossRunStatistics across) {
      double apart = this == CV ? across.std() : across.ciHigh() - across.ciLow();
      return apart / Math.abs(across.mean());
    }
  }

  /**
   * The result of the rule after some runs.
   *
   * @param rule the rule
   * @param runs number of runs that have the figure
   * @param spread value of the measure; NaN if there are fewer than two runs, or their mean is 0
   */
  public record Result(Convergence rule, int runs, double spread) {

    /** Returns whether the runs have converged. */
    public boolean isReached() {
      return spread < rule.threshold();
    }
  }

  /**
   * Applies the rule to runs.
   *
   * @param confidence confidence of the interval, between 0 and 1
   */
  public Result of(List<RunOutcome> runs, double confidence) {
    double[] values =
        runs.stream()
            .map(run -> run.metrics().get(metric))
            .filter(Objects::nonNull)
            .map(found -> found.statistics().get(statistic))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    if (values.length < CrossRunStatistics.MIN_RUNS) {
      return new Result(this, values.length, Double.NaN);
    }
    CrossRunStatistics across = CrossRunStatistics.of(values, confidence);
    return new Result(this, values.length, across.mean() == 0 ? Double.NaN : mode.spread(across));
  }

  /** Returns the name of the figure in documents, such as {@code time_to_first_token_p99}. */
  public String figure() {
    return metric + "_" + statistic.label();
  }
}
