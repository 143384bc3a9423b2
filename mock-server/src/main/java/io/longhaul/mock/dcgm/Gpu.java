package io.longhaul.mock.dcgm;

import io.longhaul.mock.dcgm.LoadIntegral.Load;
import io.longhaul.mock.script.Changes;
import io.longhaul.mock.script.Draws;
import java.util.Locale;
import java.util.UUID;

/**
 * A simulated GPU. Its power is {@code factor × (idle + (full − idle) × load)}; its energy counter
 * is the exact integral of the power. Each GPU has its own factor from 0.97 to 1.03, because real
 * GPUs also differ.
 */
final class Gpu {
  /** Power at full load, and the power limit. */
  static final double FULL_WATTS = 700;

  static final int FRAMEBUFFER_MIB = 81_559;

  private static final double IDLE_WATTS = 70;
  private static final double NANOJOULES_PER_MILLIJOULE = 1e6;

  private final int index;
  private final Changes changes;
  private final String labels;
  private final double factor;

  Gpu(int index, long seed, Changes changes) {
    this.index = index;
    this.changes = changes;
    Draws draws = Draws.of(seed, index, Draws.Purpose.GPU);
    this.factor = 0.97 + 0.06 * draws.nextDouble();
    this.labels = labels(index, new UUID(draws.nextLong(), draws.nextLong()));
  }

  /** Returns the labels of all its metrics, without braces. */
  String labels() {
    return labels;
  }

  /**
   * Returns the current values.
   *
   * @param now current load
   * @param origin load when the counters started
   */
  GpuSnapshot read(Load now, Load origin, int xid, long memoryErrors) {
    double load = (double) now.streams() / LoadIntegral.FULL_LOAD;
    double idleNanojoules = IDLE_WATTS * (now.nanos() - origin.nanos());
    double loadNanos = (double) (now.streamNanos() - origin.streamNanos()) / LoadIntegral.FULL_LOAD;
    double loadNanojoules = (FULL_WATTS - IDLE_WATTS) * loadNanos;
    return new GpuSnapshot(
        load,
        factor * (IDLE_WATTS + (FULL_WATTS - IDLE_WATTS) * load),
        (long) (factor * (idleNanojoules + loadNanojoules) / NANOJOULES_PER_MILLIJOULE),
        loadNanos / 1e9,
        xid,
        memoryErrors,
        changes.isHot(index, now.scriptNanos()),
        changes.hotNanos(index, now.scriptNanos()) - changes.hotNanos(index, origin.scriptNanos()));
  }

  private static String labels(int index, UUID uuid) {
    return String.format(
        Locale.ROOT,
        "gpu=\"%1$d\",UUID=\"GPU-%2$s\",pci_bus_id=\"00000000:%3$02X:00.0\",device=\"nvidia%1$d\","
            + "modelName=\"NVIDIA H100 80GB HBM3\",Hostname=\"mock-host\","
            + "DCGM_FI_DRIVER_VERSION=\"580.82.07\"",
        index,
        uuid,
        0x0f + 0x10 * index);
  }
}
