package io.longhaul.report.compare;

import static java.util.Objects.requireNonNull;

import io.longhaul.metrics.Metric;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What happened in each of the equal parts of a run, the <em>bins</em>, from which figures of a
 * resampled run can be computed. A request counts in the bin in which it ended.
 */
public final class RunBins {
  /** The latencies that are compared. */
  public static final List<Metric> LATENCIES =
      List.of(Metric.TIME_TO_FIRST_TOKEN, Metric.INTER_TOKEN_LATENCY, Metric.REQUEST_LATENCY);

  /** Length of the shortest bin: shorter ones contain too few requests to be useful. */
  private static final long SHORTEST_BIN_NANOS = 1_000_000_000;

  /** Maximum number of bins, which bounds memory and time. */
  private static final int MOST_BINS = 600;

  private final double binSeconds;
  private final Map<Metric, LatencyBins> latencies;
  private final double[] valid;
  private final double[] ended;
  private final double[] failed;
  private final double[] tokens;
  private final double[] good;
  private final double[] joules;
  private final double judged;

  private RunBins(Builder builder) {
    binSeconds = builder.binNanos / 1e9;
    latencies = new EnumMap<>(Metric.class);
    builder.latencies.forEach((metric, values) -> latencies.put(metric, values.build()));
    valid = builder.valid;
    failed = builder.failed;
    ended = new double[valid.length];
    Arrays.setAll(ended, bin -> valid[bin] + failed[bin]);
    tokens = builder.tokens;
    good = builder.good;
    joules = builder.joules;
    judged = builder.judged;
  }

  /** Collects the requests of a run, in any order. */
  static final class Builder {
    private final long startEpochNanos;
    private final double binNanos;
    private final Map<Metric, LatencyBins.Builder> latencies = new EnumMap<>(Metric.class);
    private final double[] valid;
    private final double[] failed;
    private final double[] tokens;
    private final double[] good;
    private final double[] joules;
    private double judged;

    Builder(long startEpochNanos, long endEpochNanos) {
      long nanos = Math.max(endEpochNanos - startEpochNanos, 1);
      int bins = (int) Math.max(1, Math.min(MOST_BINS, nanos / SHORTEST_BIN_NANOS));
      this.startEpochNanos = startEpochNanos;
      this.binNanos = (double) nanos / bins;
      LATENCIES.forEach(metric -> latencies.put(metric, new LatencyBins.Builder(bins)));
      valid = new double[bins];
      failed = new double[bins];
      tokens = new double[bins];
      good = new double[bins];
      joules = new double[bins];
    }

    /** Adds a valid request; its latencies follow. */
    void addValid(long endedEpochNanos, long outputTokens) {
      int bin = binOf(endedEpochNanos);
      valid[bin]++;
      tokens[bin] += outputTokens;
    }

    /** Adds whether a valid request met all SLOs. */
    void addJudged(long endedEpochNanos, boolean isGood) {
      judged++;
      good[binOf(endedEpochNanos)] += isGood ? 1 : 0;
    }

    /**
     * Adds a latency of a valid request.
     *
     * @param value in any unit, the same for all requests of all runs
     */
    void addLatency(Metric metric, long endedEpochNanos, double value) {
      requireNonNull(latencies.get(metric)).add(binOf(endedEpochNanos), value);
    }

    /** Adds a failed request. */
    void addFailed(long endedEpochNanos) {
      failed[binOf(endedEpochNanos)]++;
    }

    /** Adds the energy that all GPUs consumed in a period, distributed evenly over it. */
    void addEnergy(long fromEpochNanos, long toEpochNanos, double consumed) {
      double from = (fromEpochNanos - startEpochNanos) / binNanos;
      double to = (toEpochNanos - startEpochNanos) / binNanos;
      int last = Math.min(joules.length - 1, (int) to);
      for (int bin = Math.max(0, (int) from); bin <= last && to > from; bin++) {
        double overlap = Math.min(to, bin + 1.0) - Math.max(from, bin);
        joules[bin] += consumed * Math.max(overlap, 0) / (to - from);
      }
    }

    private int binOf(long epochNanos) {
      int bin = (int) ((epochNanos - startEpochNanos) / binNanos);
      return Math.max(0, Math.min(bin, valid.length - 1));
    }

    RunBins build() {
      return new RunBins(this);
    }
  }

  /** Returns the number of bins. */
  int size() {
    return valid.length;
  }

  /** Returns the length of a bin. */
  public double binSeconds() {
    return binSeconds;
  }

  /** Returns the length of the run. */
  public double seconds() {
    return size() * binSeconds;
  }

  /**
   * Returns a figure of the bins whose middle is in a period, in the unit of {@link #figure}; NaN
   * if there are none or if it does not exist.
   *
   * @param fromSeconds start of the period since the start of the run
   * @param untilSeconds end of the period
   */
  public double figure(ComparedFigure figure, double fromSeconds, double untilSeconds) {
    int from = binAt(fromSeconds);
    int until = binAt(untilSeconds);
    if (from == until || values(figure) == 0) {
      return Double.NaN;
    }
    int[] weights = new int[size()];
    Arrays.fill(weights, from, until, 1);
    return figure(figure, weights);
  }

  /** Returns the first bin whose middle is not before a time. */
  private int binAt(double seconds) {
    return (int) Math.max(0, Math.min(Math.ceil(seconds / binSeconds - 0.5), size()));
  }

  /**
   * Returns percentiles of a latency over the run, within 0.5 %; NaN if it has no values.
   *
   * @param latency one of the {@link #LATENCIES}
   * @param percents from 0 to 100
   */
  public double[] percentiles(Metric latency, double... percents) {
    int[] once = new int[size()];
    Arrays.fill(once, 1);
    LatencyBins values = requireNonNull(latencies.get(latency));
    return Arrays.stream(percents).map(percent -> values.quantile(percent / 100, once)).toArray();
  }

  /** Returns the number of values from which a figure is computed. */
  double values(ComparedFigure figure) {
    return switch (figure) {
      case REQUEST_ERROR_RATE -> Arrays.stream(ended).sum();
      case REQUEST_THROUGHPUT -> Arrays.stream(valid).sum();
      case OUTPUT_TOKEN_THROUGHPUT -> Arrays.stream(tokens).sum();
      case GOODPUT -> judged;
      case ENERGY_PER_OUTPUT_TOKEN ->
          Arrays.stream(joules).sum() > 0 ? Arrays.stream(tokens).sum() : 0;
      default -> latency(figure).count();
    };
  }

  /**
   * Returns a figure of the run in which each bin occurs as often as its weight; latencies in the
   * unit in which they were added, other figures in display units. NaN if it does not exist.
   */
  double figure(ComparedFigure figure, int[] weights) {
    return switch (figure) {
      case REQUEST_THROUGHPUT -> perSecond(valid, weights);
      case OUTPUT_TOKEN_THROUGHPUT -> perSecond(tokens, weights);
      case GOODPUT -> perSecond(good, weights);
      case REQUEST_ERROR_RATE -> 100 * Weighted.sum(failed, weights) / Weighted.sum(ended, weights);
      case ENERGY_PER_OUTPUT_TOKEN -> Weighted.sum(joules, weights) / Weighted.sum(tokens, weights);
      default ->
          Double.isNaN(figure.quantile())
              ? latency(figure).mean(weights)
              : latency(figure).quantile(figure.quantile(), weights);
    };
  }

  /**
   * Returns by how much each bin moves a figure, in proportion: the series whose autocorrelation
   * determines how precise the figure is.
   */
  double[] deviations(ComparedFigure figure) {
    return switch (figure) {
      case REQUEST_THROUGHPUT -> valid;
      case OUTPUT_TOKEN_THROUGHPUT -> tokens;
      case GOODPUT -> good;
      case REQUEST_ERROR_RATE -> ofRatio(failed, ended);
      case ENERGY_PER_OUTPUT_TOKEN -> ofRatio(joules, tokens);
      default ->
          Double.isNaN(figure.quantile())
              ? latency(figure).deviationsFromMean()
              : latency(figure).deviationsFromQuantile(figure.quantile());
    };
  }

  private static double[] ofRatio(double[] above, double[] below) {
    double ratio = Arrays.stream(above).sum() / Arrays.stream(below).sum();
    double[] deviations = new double[above.length];
    Arrays.setAll(deviations, bin -> above[bin] - ratio * below[bin]);
    return deviations;
  }

  private double perSecond(double[] counts, int[] weights) {
    return Weighted.sum(counts, weights) / (binSeconds * Arrays.stream(weights).sum());
  }

  private LatencyBins latency(ComparedFigure figure) {
    return requireNonNull(latencies.get(requireNonNull(figure.metric())));
  }
}
