package io.longhaul.sinks.report;

import io.longhaul.metrics.stats.ExactStatistics;
import io.longhaul.metrics.stats.Tally;
import java.util.Arrays;
import java.util.Optional;

/**
 * The readings of one field of one GPU, in whole stored units. The order in which they come does
 * not matter. For one thread.
 */
final class GpuSeries {
  private final GpuField field;
  private final long startEpochNanos;
  private final long endEpochNanos;
  private final Tally inWindow = new Tally();
  private long[] gauges = new long[16];
  private int size;
  private Reading before = Reading.NONE;
  private Reading first = Reading.NONE;
  private Reading last = Reading.NONE;

  private record Reading(long at, long value, boolean there) {
    static final Reading NONE = new Reading(0, 0, false);

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
    first = first.orEarlier(reading);
    last = last.orLater(reading);
    if (!field.isCounter()) {
      addGauge(value);
      if (at <= endEpochNanos) {
        inWindow.add(value);
      }
    }
  }

  private void addGauge(long value) {
    if (size == gauges.length) {
      gauges = Arrays.copyOf(gauges, 2 * size);
    }
    gauges[size++] = value;
  }

  /** As AIPerf exports it; empty when there is no reading in the window or its tail. */
  Optional<AiperfResult> result() {
    if (field.isCounter()) {
      return last.there()
          ? Optional.of(
              AiperfResult.ofNumber(
                  field.key, field.header, field.unit, (double) growth() / field.storedPerDisplay))
          : Optional.empty();
    }
    return ExactStatistics.of(Arrays.copyOf(gauges, size), field.storedPerDisplay, 1)
        .map(summary -> AiperfResult.ofSummary(field.key, field.header, field.unit, summary));
  }

  /** From the last reading before the window, else the first in it, to the last; never negative. */
  private long growth() {
    return Math.max(last.value() - (before.there() ? before : first).value(), 0);
  }

  /** In readings' units; not a number when there is none. */
  double meanInWindow() {
    return inWindow.mean() / field.storedPerReading;
  }

  /** A counter's growth in readings' units; not a number when there is no reading. */
  double growthOfReadings() {
    return last.there() ? (double) growth() / field.storedPerReading : Double.NaN;
  }
}
