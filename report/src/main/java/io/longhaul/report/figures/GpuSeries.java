package io.longhaul.report.figures;

import io.longhaul.metrics.stats.ExactStatistics;
import io.longhaul.metrics.stats.Tally;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The readings of one field of one GPU, as integers in stored units. Their order does not matter.
 * For one thread.
 */
final class GpuSeries {
  /** AIPerf continues for two scrapes after the phase. */
  static final long TAIL_NANOS = 666_000_000;

  private final GpuField field;
  private final long startEpochNanos;
  private final long endEpochNanos;
  private final Tally inWindow = new Tally();
  private final LongStream.Builder gauges = LongStream.builder();
  private Reading before = Reading.NONE;
  private Reading first = Reading.NONE;
  private Reading last = Reading.NONE;
  private Reading lastInWindow = Reading.NONE;
  private Reading beyond = Reading.NONE;

  private record Reading(long at, long value, boolean there) {
    static final Reading NONE = new Reading(0, 0, false);

    Reading orElse(Reading other) {
      return there ? this : other;
    }

    Reading orLater(Reading other) {
      return !there || other.at >= at ? other : this;
    }

    Reading orEarlier(Reading other) {
      return !there || other.at < at ? other : this;
    }
  }

  GpuSeries(GpuField field, long startEpochNanos, long endEpochNanos) {
    this.field = field;
    this.startEpochNanos = startEpochNanos;
    this.endEpochNanos = endEpochNanos;
  }

  void add(long at, long value) {
    Reading reading = new Reading(at, value, true);
    if (at < startEpochNanos) {
      before = before.orLater(reading);
      return;
    }
    if (at <= endEpochNanos) {
      inWindow.add(value);
      lastInWindow = lastInWindow.orLater(reading);
    } else {
      beyond = beyond.orEarlier(reading);
    }
    if (at <= endEpochNanos + TAIL_NANOS) {
      first = first.orEarlier(reading);
      last = last.orLater(reading);
      if (!field.isCounter()) {
        gauges.add(value);
      }
    }
  }

  /**
   * Returns the result that AIPerf exports, once; empty if the window and its tail contain no
   * reading.
   */
  Optional<AiperfResult> result() {
    if (field.isCounter()) {
      return last.there()
          ? Optional.of(
              AiperfResult.ofNumber(
                  field.key(),
                  field.header(),
                  field.unit(),
                  (double) growth() / field.storedPerDisplay()))
          : Optional.empty();
    }
    return ExactStatistics.of(gauges.build().toArray(), field.storedPerDisplay(), 1)
        .map(summary -> AiperfResult.ofSummary(field.key(), field.header(), field.unit(), summary));
  }

  /**
   * Returns the growth since the last reading before the window, or the first in it; at least 0.
   */
  private long growth() {
    return Math.max(last.value() - (before.there() ? before : first).value(), 0);
  }

  /** Returns the mean in the unit of the readings; NaN if there are none. */
  double meanInWindow() {
    return inWindow.mean() / field.storedPerReading();
  }

  /** Returns the growth of a counter in the unit of the readings; NaN without readings. */
  double growthOfReadings() {
    return last.there() ? (double) growth() / field.storedPerReading() : Double.NaN;
  }

  /**
   * Returns the growth of a counter in the unit of the readings from the start to the end of the
   * window, interpolated linearly at both ends; NaN without readings.
   */
  double growthInWindow() {
    Reading afterStart = first.orElse(beyond);
    if (!before.orElse(afterStart).there()) {
      return Double.NaN;
    }
    double atStart = valueAt(startEpochNanos, before, afterStart);
    double atEnd = valueAt(endEpochNanos, lastInWindow.orElse(before), beyond);
    return Math.max(atEnd - atStart, 0) / field.storedPerReading();
  }

  private static double valueAt(long at, Reading earlier, Reading later) {
    if (!earlier.there() || !later.there()) {
      return earlier.orElse(later).value();
    }
    double share = (double) (at - earlier.at()) / (later.at() - earlier.at());
    return earlier.value() + share * (later.value() - earlier.value());
  }
}
