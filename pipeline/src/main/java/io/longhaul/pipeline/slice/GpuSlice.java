package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.types.UnreadableStateException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The aggregates of one GPU in one slice. The growth of counters is an integer, so that slices add
 * up exactly; {@link #UNKNOWN} without a counter. Mutable; belongs to one key's state.
 */
public final class GpuSlice {
  public static final long UNKNOWN = -1;
  private static final byte VERSION = 3;
  private static final Gauge[] GAUGES = Gauge.values();
  private static final int COUNTERS = GpuCounter.values().length;

  private long samples;
  private long ageMaxNanos;
  private long failedScrapes;
  private long observedNanos;
  private final GaugeSum[] gauges = new GaugeSum[GAUGES.length];
  private final long[] grown = new long[COUNTERS];
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

  public void writeTo(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeLong(samples);
    out.writeLong(ageMaxNanos);
    out.writeLong(failedScrapes);
    out.writeLong(observedNanos);
    out.writeByte(gauges.length);
    for (GaugeSum gauge : gauges) {
      gauge.writeTo(out);
    }
    out.writeByte(grown.length);
    for (long amount : grown) {
      out.writeLong(amount);
    }
    out.writeLong(integratedPowerNanojoules);
    out.writeDouble(xidLast);
  }

  public static GpuSlice readFrom(DataInput in) throws IOException {
    UnreadableStateException.requireForm("GPU slice", in.readByte(), VERSION);
    GpuSlice slice = new GpuSlice();
    slice.samples = in.readLong();
    slice.ageMaxNanos = in.readLong();
    slice.failedScrapes = in.readLong();
    slice.observedNanos = in.readLong();
    int gauges = in.readByte();
    for (int i = 0; i < gauges; i++) {
      slice.gauges[i] = GaugeSum.readFrom(in);
    }
    int counters = in.readByte();
    for (int i = 0; i < counters; i++) {
      slice.grown[i] = in.readLong();
    }
    slice.integratedPowerNanojoules = in.readLong();
    slice.xidLast = in.readDouble();
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
