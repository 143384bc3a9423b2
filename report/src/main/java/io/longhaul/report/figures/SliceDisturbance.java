package io.longhaul.report.figures;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.SlicePeriods.Period;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * How much the load generator's own delays may have changed the figures of a slice that cannot be
 * trusted.
 *
 * @param delayMillis the greatest of the longest pause, the longest delay of an event loop, and the
 *     99th percentile of the send lag
 */
public record SliceDisturbance(SliceRow slice, Severity severity, double delayMillis) {
  /** A delay of this share of the median latency distorts percentiles visibly. */
  private static final double HEAVY_SHARE = 0.5;

  private static final double NANOS_PER_MILLI = 1e6;

  /** How much a slice was disturbed. */
  public enum Severity {
    /** The slice can be trusted, or has no requests. */
    NONE,
    /** Delays were shorter than half of the median latency (of the slice, if none is known). */
    LIGHT,
    /** Delays were longer, or events or requests were lost. */
    HEAVY
  }

  /** Returns the disturbance of a slice. */
  public static SliceDisturbance of(SliceRow slice) {
    long lagNanos = slice.getSendLagP99Ns() == null ? 0 : slice.getSendLagP99Ns();
    long stopNanos = Math.max(slice.getPauseMaxNs(), slice.getLoopLagMaxNs());
    double delayMillis = Math.max(stopNanos, lagNanos) / NANOS_PER_MILLI;
    return new SliceDisturbance(slice, severityOf(slice, delayMillis), delayMillis);
  }

  /** Returns the slices that cannot be trusted, those with the longest delays first. */
  public static List<SliceDisturbance> worstFirst(List<SliceRow> slices) {
    return slices.stream()
        .map(SliceDisturbance::of)
        .filter(each -> each.severity() != Severity.NONE)
        .sorted(
            Comparator.comparing((SliceDisturbance each) -> each.severity())
                .thenComparingDouble(SliceDisturbance::delayMillis)
                .reversed())
        .toList();
  }

  /**
   * Heavily disturbed slices that follow each other.
   *
   * @param delayMillis the longest delay in them
   */
  public record HeavyPeriod(Period slices, double delayMillis) {}

  /** Returns the periods of heavily disturbed slices, those with the longest delays first. */
  public static List<HeavyPeriod> heavyPeriods(List<SliceRow> slices) {
    Map<Long, Double> delays = new HashMap<>();
    SlicePeriods periods = new SlicePeriods();
    for (SliceRow slice : slices) {
      SliceDisturbance disturbance = of(slice);
      if (disturbance.severity() == Severity.HEAVY) {
        periods.add(slice.getSliceIndex());
        delays.put(slice.getSliceIndex(), disturbance.delayMillis());
      }
    }
    return periods.all().stream()
        .map(each -> new HeavyPeriod(each, longest(each, delays)))
        .sorted(Comparator.comparingDouble(HeavyPeriod::delayMillis).reversed())
        .toList();
  }

  private static double longest(Period period, Map<Long, Double> delays) {
    return LongStream.rangeClosed(period.first(), period.last())
        .mapToDouble(slice -> requireNonNull(delays.get(slice)))
        .max()
        .orElseThrow();
  }

  private static Severity severityOf(SliceRow slice, double delayMillis) {
    if (slice.getEmpty() || slice.getTrusted()) {
      return Severity.NONE;
    }
    boolean isLost = slice.getDroppedEvents() > 0 || slice.getLost() > 0;
    return isLost || delayMillis >= HEAVY_SHARE * comparedMillis(slice)
        ? Severity.HEAVY
        : Severity.LIGHT;
  }

  /**
   * Returns the median time to first token, or of whole requests if they are not streamed; the
   * length of the slice if no valid request ended in it.
   */
  private static double comparedMillis(SliceRow slice) {
    return SliceColumn.summary(slice, Metric.TIME_TO_FIRST_TOKEN)
        .or(() -> SliceColumn.summary(slice, Metric.REQUEST_LATENCY))
        .map(summary -> summary.p50())
        .orElse((slice.getEndEpochNs() - slice.getStartEpochNs()) / NANOS_PER_MILLI);
  }
}
