package io.longhaul.mock.dcgm;

/**
 * The values of one GPU at one time.
 *
 * @param load load from 0 (idle) to 1 (full)
 * @param watts current power
 * @param energyMillijoules integral of the power since the counters started
 * @param loadSeconds integral of {@code load} since the counters started
 * @param xid last XID error; 0 without one
 * @param memoryErrors corrected single-bit errors since the counters started
 * @param isHot whether heat limits the clock
 * @param hotNanos time for which heat limited the clock since the counters started
 */
record GpuSnapshot(
    double load,
    double watts,
    long energyMillijoules,
    double loadSeconds,
    int xid,
    long memoryErrors,
    boolean isHot,
    long hotNanos) {
  private static final int HOT_CELSIUS = 88;
  private static final int HOT_MEGAHERTZ = 1_200;

  /** Returns the clock of the multiprocessors, in MHz. */
  int megahertz() {
    if (load == 0) {
      return 345;
    }
    return isHot ? HOT_MEGAHERTZ : 1_980;
  }

  /** Returns the temperature, in degrees Celsius. */
  long celsius() {
    return isHot ? HOT_CELSIUS : Math.round(31 + 38 * load);
  }

  /** Returns the memory in use: the weights, and a cache that grows with the load. */
  long usedMib() {
    return Math.round(Gpu.FRAMEBUFFER_MIB * (0.60 + 0.30 * load));
  }

  long reservedMib() {
    return Gpu.FRAMEBUFFER_MIB / 128;
  }

  long freeMib() {
    return Gpu.FRAMEBUFFER_MIB - usedMib() - reservedMib();
  }
}
