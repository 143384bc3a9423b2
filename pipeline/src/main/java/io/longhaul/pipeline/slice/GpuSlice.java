package io.longhaul.pipeline.slice;

import static java.util.Objects.requireNonNull;

import io.longhaul.pipeline.state.CounterSumsState;
import io.longhaul.pipeline.state.GaugeSumState;
import io.longhaul.pipeline.state.GaugeSumsState;
import io.longhaul.pipeline.state.GpuTotalsState;
import java.util.Arrays;

/**
 * The aggregates of one GPU in one slice. The growth of counters is an integer, so that slices add
 * up exactly; {@link #UNKNOWN} without a counter. Mutable; belongs to one key's state.
 */
public final class GpuSlice {
  public static final long UNKNOWN = -1;
  private static final Gauge[] GAUGES = Gauge.values();
  private static final GpuCounter[] COUNTERS = GpuCounter.values();

  private long samples;
  private long ageMaxNanos;
  private long failedScrapes;
  private long observedNanos;
  private final GaugeSum[] gauges = new GaugeSum[GAUGES.length];
  private final long[] grown = new long[COUNTERS.length];
  private long integratedPowerNanojoules = UNKNOWN;

  /** NaN without an XID error. */
  private double xidLast = Double.NaN;

  public GpuSlice() {
    for (int i = 0; i < gauges.length; i++) {
      gauges[i] = new GaugeSum();
    }
    Arrays.fill(grown, UNKNOWN);
  }

  /**
   * Adds a sample.
   *
   * @param ageNanos age of its values
   * @param xid last XID error; NaN if the sample has none
   */
  public void sampled(long ageNanos, double xid) {
    samples++;
    ageMaxNanos = Math.max(ageMaxNanos, ageNanos);
    if (!Double.isNaN(xid)) {
      xidLast = xid;
    }
  }

  public void scrapeFailed() {
    failedScrapes++;
  }

  /**
   * Adds a period for which a sample's values were valid.
   *
   * @param values values by gauge; NaN where the sample has none
   */
  public void hold(double[] values, long nanos) {
    observedNanos += nanos;
    for (int i = 0; i < gauges.length; i++) {
      if (!Double.isNaN(values[i])) {
        gauges[i].hold(values[i], nanos);
      }
    }
    double watts = values[Gauge.POWER_WATTS.index()];
    if (!Double.isNaN(watts)) {
      // watts times nanoseconds are nanojoules
      integratedPowerNanojoules = plus(integratedPowerNanojoules, Math.round(watts * nanos));
    }
  }

  public void grew(GpuCounter counter, long amount) {
    grown[counter.index()] = plus(grown[counter.index()], amount);
  }

  /** Adds the same GPU's next slice, or another lane's data of this slice. */
  public void add(GpuSlice next) {
    samples += next.samples;
    ageMaxNanos = Math.max(ageMaxNanos, next.ageMaxNanos);
    failedScrapes += next.failedScrapes;
    observedNanos += next.observedNanos;
    for (int i = 0; i < gauges.length; i++) {
      gauges[i].add(next.gauges[i]);
    }
    for (int i = 0; i < grown.length; i++) {
      grown[i] = plus(grown[i], next.grown[i]);
    }
    integratedPowerNanojoules = plus(integratedPowerNanojoules, next.integratedPowerNanojoules);
    if (!Double.isNaN(next.xidLast)) {
      xidLast = next.xidLast;
    }
  }

  private static long plus(long sum, long more) {
    return more == UNKNOWN ? sum : Math.max(sum, 0) + more;
  }

  public long samples() {
    return samples;
  }

  /** Returns the maximum age of a sample's values. */
  public long ageMaxNanos() {
    return ageMaxNanos;
  }

  public long failedScrapes() {
    return failedScrapes;
  }

  /** Returns the time for which a sample was valid. */
  public long observedNanos() {
    return observedNanos;
  }

  public GaugeSum gauge(Gauge gauge) {
    return gauges[gauge.index()];
  }

  /** Returns the growth, or {@link #UNKNOWN}. */
  public long grown(GpuCounter counter) {
    return grown[counter.index()];
  }

  public long integratedPowerNanojoules() {
    return integratedPowerNanojoules;
  }

  public double xidLast() {
    return xidLast;
  }

  GpuTotalsState toState(GpuKey gpu) {
    GaugeSumsState sums = new GaugeSumsState();
    for (Gauge gauge : GAUGES) {
      GaugeSum sum = gauges[gauge.index()];
      Gauge.SUMS.put(sums, gauge, sum.isEmpty() ? null : sum.toState());
    }
    CounterSumsState growth = new CounterSumsState();
    for (GpuCounter counter : COUNTERS) {
      GpuCounter.SUMS.put(growth, counter, grown(counter));
    }
    return new GpuTotalsState(
        gpu.toState(),
        samples,
        ageMaxNanos,
        failedScrapes,
        observedNanos,
        sums,
        growth,
        integratedPowerNanojoules,
        xidLast);
  }

  static GpuSlice ofState(GpuTotalsState stored) {
    GpuSlice slice = new GpuSlice();
    slice.samples = stored.getSamples();
    slice.ageMaxNanos = stored.getAgeMaxNs();
    slice.failedScrapes = stored.getFailedScrapes();
    slice.observedNanos = stored.getObservedNs();
    for (Gauge gauge : GAUGES) {
      if (Gauge.SUMS.get(stored.getGauges(), gauge) instanceof GaugeSumState sum) {
        slice.gauges[gauge.index()] = GaugeSum.ofState(sum);
      }
    }
    for (GpuCounter counter : COUNTERS) {
      slice.grown[counter.index()] =
          (Long) requireNonNull(GpuCounter.SUMS.get(stored.getGrowth(), counter));
    }
    slice.integratedPowerNanojoules = stored.getIntegratedPowerNanojoules();
    slice.xidLast = stored.getXidLast();
    return slice;
  }

  public GpuSlice copy() {
    GpuSlice copy = new GpuSlice();
    copy.samples = samples;
    copy.ageMaxNanos = ageMaxNanos;
    copy.failedScrapes = failedScrapes;
    copy.observedNanos = observedNanos;
    for (int i = 0; i < gauges.length; i++) {
      copy.gauges[i] = gauges[i].copy();
    }
    System.arraycopy(grown, 0, copy.grown, 0, grown.length);
    copy.integratedPowerNanojoules = integratedPowerNanojoules;
    copy.xidLast = xidLast;
    return copy;
  }
}
