package io.longhaul.mock.dcgm;

/**
 * What one GPU shows at one moment.
 *
 * @param load 0 (idle) to 1 (full)
 * @param watts power drawn at this moment
 * @param energyMillijoules the integral of the power since the counters began
 * @param loadSeconds the integral of {@code load} since the counters began
 * @param fullWatts the power limit
 * @param framebufferMib memory in all
 * @param xid the last XID error, 0 if there was none
 * @param memoryErrors corrected single-bit errors since the counters began
 */
record GpuSnapshot(
    double load,
    double watts,
    long energyMillijoules,
    double loadSeconds,
    double fullWatts,
    int framebufferMib,
    int xid,
    long memoryErrors) {

  /** Memory used: the weights, and a cache that grows with the load. */
  long usedMib() {
    return Math.round(framebufferMib * (0.60 + 0.30 * load));
  }

  long reservedMib() {
    return framebufferMib / 128;
  }

  long freeMib() {
    return framebufferMib - usedMib() - reservedMib();
  }
}
