package io.longhaul.pipeline.slice;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One GPU in one slice. Energy is whole nanojoules, so that slices add up exactly; {@link #UNKNOWN}
 * without a counter. Mutable; belongs to one key's state.
 */
public final class GpuSlice {
  public static final long UNKNOWN = -1;
  private static final byte VERSION = 1;
  private static final Gauge[] GAUGES = Gauge.values();

  private long samples;
  private long failedScrapes;
  private long observedNanos;
  private final GaugeSum[] gauges = new GaugeSum[GAUGES.length];
  private long energyNanojoules = UNKNOWN;
  private long integratedPowerNanojoules = UNKNOWN;
  private long powerViolationNanos = UNKNOWN;

  /** NaN without one. */
  private double xidLast = Double.NaN;

  public GpuSlice() {
    for (int i = 0; i < gauges.length; i++) {
      gauges[i] = new GaugeSum();
    }
  }

  public void sampled(double xid) {
    samples++;
    if (!Double.isNaN(xid)) {
      xidLast = xid;
    }
  }

  public void scrapeFailed() {
    failedScrapes++;
  }

  /**
   * A sample's values held for so long.
   *
   * @param values by gauge; NaN where the sample had none
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

  public void addEnergy(long nanojoules) {
    energyNanojoules = plus(energyNanojoules, nanojoules);
  }

  public void addPowerViolation(long nanos) {
    powerViolationNanos = plus(powerViolationNanos, nanos);
  }

  /** Adds the same GPU's next slice, or what another lane saw of it in this one. */
  public void add(GpuSlice next) {
    samples += next.samples;
    failedScrapes += next.failedScrapes;
    observedNanos += next.observedNanos;
    for (int i = 0; i < gauges.length; i++) {
      gauges[i].add(next.gauges[i]);
    }
    energyNanojoules = plus(energyNanojoules, next.energyNanojoules);
    integratedPowerNanojoules = plus(integratedPowerNanojoules, next.integratedPowerNanojoules);
    powerViolationNanos = plus(powerViolationNanos, next.powerViolationNanos);
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

  public long failedScrapes() {
    return failedScrapes;
  }

  /** For how long a sample was valid. */
  public long observedNanos() {
    return observedNanos;
  }

  public GaugeSum gauge(Gauge gauge) {
    return gauges[gauge.index()];
  }

  public long energyNanojoules() {
    return energyNanojoules;
  }

  public long integratedPowerNanojoules() {
    return integratedPowerNanojoules;
  }

  public long powerViolationNanos() {
    return powerViolationNanos;
  }

  public double xidLast() {
    return xidLast;
  }

  public void writeTo(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeLong(samples);
    out.writeLong(failedScrapes);
    out.writeLong(observedNanos);
    out.writeByte(gauges.length);
    for (GaugeSum gauge : gauges) {
      gauge.writeTo(out);
    }
    out.writeLong(energyNanojoules);
    out.writeLong(integratedPowerNanojoules);
    out.writeLong(powerViolationNanos);
    out.writeDouble(xidLast);
  }

  public static GpuSlice readFrom(DataInput in) throws IOException {
    byte version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "Cannot read GPU slice: version %d (this build reads up to %d)"
              .formatted(version, VERSION));
    }
    GpuSlice slice = new GpuSlice();
    slice.samples = in.readLong();
    slice.failedScrapes = in.readLong();
    slice.observedNanos = in.readLong();
    int stored = in.readByte();
    for (int i = 0; i < stored; i++) {
      slice.gauges[i] = GaugeSum.readFrom(in);
    }
    slice.energyNanojoules = in.readLong();
    slice.integratedPowerNanojoules = in.readLong();
    slice.powerViolationNanos = in.readLong();
    slice.xidLast = in.readDouble();
    return slice;
  }

  public GpuSlice copy() {
    GpuSlice copy = new GpuSlice();
    copy.samples = samples;
    copy.failedScrapes = failedScrapes;
    copy.observedNanos = observedNanos;
    for (int i = 0; i < gauges.length; i++) {
      copy.gauges[i] = gauges[i].copy();
    }
    copy.energyNanojoules = energyNanojoules;
    copy.integratedPowerNanojoules = integratedPowerNanojoules;
    copy.powerViolationNanos = powerViolationNanos;
    copy.xidLast = xidLast;
    return copy;
  }
}
