package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.slice.CounterGrowth;
import io.longhaul.pipeline.slice.Gauge;
import io.longhaul.pipeline.slice.GpuCounter;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.pipeline.state.CounterReadingState;
import io.longhaul.pipeline.state.CounterReadingsState;
import io.longhaul.pipeline.state.GpuTrackerState;
import io.longhaul.wire.GpuSample;
import org.jspecify.annotations.Nullable;

/** The latest sample and counter values of one GPU. Mutable; part of a {@link GpuAggregator}. */
final class GpuTracker {
  private static final long NEVER = Long.MIN_VALUE;
  private static final Gauge[] GAUGES = Gauge.values();
  private static final GpuCounter[] COUNTERS = GpuCounter.values();

  private long firstAt = NEVER;
  private long lastAt = NEVER;
  private long heldUntil = NEVER;

  /**
   * Gauges of the last sample. Parts of slices refer to this array, so it is replaced, never
   * modified.
   */
  private double[] values = Gauge.noValues();

  /** Indexed by counter. */
  private final Counter[] counters = new Counter[COUNTERS.length];

  GpuTracker() {
    for (int i = 0; i < counters.length; i++) {
      counters[i] = new Counter();
    }
  }

  /** The last value of a counter and when it was read. */
  private static final class Counter {
    private long at = NEVER;
    private double value;

    CounterGrowth growth(long epochNanos, double now) {
      if (Double.isNaN(now) || at == NEVER) {
        return CounterGrowth.NONE;
      }
      double grown = now >= value ? now - value : now;
      return new CounterGrowth(at, epochNanos, Math.round(grown));
    }

    void read(long epochNanos, double now) {
      if (!Double.isNaN(now)) {
        at = epochNanos;
        value = now;
      }
    }

    void copyFrom(Counter other) {
      at = other.at;
      value = other.value;
    }

    @Nullable CounterReadingState toState() {
      return at == NEVER ? null : new CounterReadingState(at, value);
    }

    void restore(CounterReadingState stored) {
      at = stored.getEpochNs();
      value = stored.getValue();
    }
  }

  void sampled(long epochNanos, GpuSample sample) {
    if (firstAt == NEVER) {
      firstAt = epochNanos;
    }
    lastAt = epochNanos;
    heldUntil = epochNanos;
    values = Gauge.noValues();
    for (Gauge gauge : GAUGES) {
      values[gauge.index()] = gauge.of(sample);
    }
    for (GpuCounter counter : COUNTERS) {
      counters[counter.index()].read(epochNanos, counter.of(sample));
    }
  }

  /** Returns the growth since the previous sample that had the counter. */
  CounterGrowth growth(GpuCounter counter, long epochNanos, GpuSample sample) {
    return counters[counter.index()].growth(epochNanos, counter.of(sample));
  }

  long firstAt() {
    return firstAt;
  }

  long lastAt() {
    return lastAt;
  }

  /** Returns the time until which the last sample is valid. */
  long validUntil(long validityNanos) {
    return lastAt == NEVER ? NEVER : lastAt + validityNanos;
  }

  /** Returns the time up to which the last sample has been aggregated. */
  long heldUntil() {
    return heldUntil;
  }

  void heldUntil(long epochNanos) {
    heldUntil = epochNanos;
  }

  /**
   * Returns the last sample's values, indexed by gauge; NaN for missing ones. Must not be modified.
   */
  double[] values() {
    return values;
  }

  GpuTracker copy() {
    GpuTracker copy = new GpuTracker();
    copy.firstAt = firstAt;
    copy.lastAt = lastAt;
    copy.heldUntil = heldUntil;
    copy.values = values;
    for (int i = 0; i < counters.length; i++) {
      copy.counters[i].copyFrom(counters[i]);
    }
    return copy;
  }

  GpuTrackerState toState(GpuKey gpu) {
    CounterReadingsState readings = new CounterReadingsState();
    for (GpuCounter counter : COUNTERS) {
      GpuCounter.READINGS.put(readings, counter, counters[counter.index()].toState());
    }
    return new GpuTrackerState(
        gpu.toState(), firstAt, lastAt, heldUntil, Gauge.toState(values), readings);
  }

  static GpuTracker ofState(GpuTrackerState stored) {
    GpuTracker tracker = new GpuTracker();
    tracker.firstAt = stored.getFirstEpochNs();
    tracker.lastAt = stored.getLastEpochNs();
    tracker.heldUntil = stored.getHeldUntilEpochNs();
    tracker.values = Gauge.ofState(stored.getValues());
    for (GpuCounter counter : COUNTERS) {
      if (GpuCounter.READINGS.get(stored.getCounters(), counter)
          instanceof CounterReadingState reading) {
        tracker.counters[counter.index()].restore(reading);
      }
    }
    return tracker;
  }
}
