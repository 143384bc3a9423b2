package io.longhaul.sinks.aggregate;

import io.longhaul.metrics.stats.CrossRunStatistics;
import io.longhaul.sinks.report.Statistic;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * When equal runs agree so well in a figure that no more of them are needed. The rules are those of
 * AIPerf 0.13 ({@code orchestrator/convergence/ci_width.py} and {@code cv.py}).
 *
 * @param metric by its tag
 * @param statistic of the metric, as each run's document tells it
 * @param mode what is compared with the threshold
 * @param threshold below which the runs agree, between 0 and 1
 */
public record Convergence(String metric, Statistic statistic, Mode mode, double threshold) {

  /** How far runs are apart, relative to the size of their mean. */
  public enum Mode {
    /** Width of the interval of the mean by Student's t: 2 · t · std / √n / |mean|. */
    CI_WIDTH(0.10),
    /** Coefficient of variation, with the deviation of a sample: std / |mean|. */
    CV(0.05);

    private final double usualThreshold;

    Mode(double usualThreshold) {
      this.usualThreshold = usualThreshold;
    }

    /** Of those who give none. */
    public double usualThreshold() {
      return usualThreshold;
    }

    /** As it is typed and written. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private double spread(CrossRunStatistics across) {
      double apart = this == CV ? across.std() : across.ciHigh() - across.ciLow();
      return apart / Math.abs(across.mean());
    }
  }

  /**
   * How far runs have come.
   *
   * @param rule by which they were judged
   * @param runs that have the figure
   * @param spread how far they are apart; not a number while there are fewer than two, or their
   *     mean is 0
   */
  public record Verdict(Convergence rule, int runs, double spread) {

    /** Whether they agree. */
    public boolean isReached() {
      return spread < rule.threshold();
    }
  }

  /**
   * Judges runs.
   *
   * @param confidence of the interval, between 0 and 1
   */
  public Verdict of(List<RunOutcome> runs, double confidence) {
    double[] values =
        runs.stream()
            .map(run -> run.metrics().get(metric))
            .filter(Objects::nonNull)
            .map(told -> told.statistics().get(statistic))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    if (values.length < CrossRunStatistics.FEWEST_RUNS) {
      return new Verdict(this, values.length, Double.NaN);
    }
    CrossRunStatistics across = CrossRunStatistics.of(values, confidence);
    return new Verdict(this, values.length, across.mean() == 0 ? Double.NaN : mode.spread(across));
  }

  /** The figure as documents name it, such as {@code time_to_first_token_p99}. */
  public String figure() {
    return metric + "_" + statistic.label();
  }
}
