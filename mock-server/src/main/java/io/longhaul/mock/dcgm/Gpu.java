package io.longhaul.mock.dcgm;

import io.longhaul.mock.dcgm.LoadIntegral.Load;
import io.longhaul.mock.script.Draws;
import java.util.Locale;
import java.util.UUID;

/**
 * A simulated GPU. Its power is {@code factor × (idle + (full − idle) × load)}; its energy counter
 * is the exact integral of the power. Each GPU has its own factor from 0.97 to 1.03, because real
 * GPUs also differ.
 */
final class Gpu {
  private static final double NANOJOULES_PER_MILLIJOULE = 1e6;

  private final int index;
  private final GpuFleet fleet;
  private final String labels;
  private final double factor;

  Gpu(int index, GpuFleet fleet, long seed) {
    Draws draws = Draws.of(seed, index, Draws.Purpose.GPU);
    this.index = index;
    this.fleet = fleet;
    this.factor = 0.97 + 0.06 * draws.nextDouble();
    this.labels = labels(new UUID(draws.nextLong(), draws.nextLong()));
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
    double load = (double) now.streams() / fleet.streamsAtFullLoad();
    double idleNanojoules = fleet.idleWatts() * (now.nanos() - origin.nanos());
    double loadNanos =
        (double) (now.streamNanos() - origin.streamNanos()) / fleet.streamsAtFullLoad();
    double loadNanojoules = (fleet.fullWatts() - fleet.idleWatts()) * loadNanos;
    return new GpuSnapshot(
        load,
        factor * (fleet.idleWatts() + (fleet.fullWatts() - fleet.idleWatts()) * load),
        (long) (factor * (idleNanojoules + loadNanojoules) / NANOJOULES_PER_MILLIJOULE),
        loadNanos / 1e9,
        fleet.fullWatts(),
        fleet.framebufferMib(),
        xid,
        memoryErrors);
  }

  private String labels(UUID uuid) {
    return String.format(
        Locale.ROOT,
        "gpu=\"%d\",UUID=\"GPU-%s\",pci_bus_id=\"00000000:%02X:00.0\",device=\"nvidia%d\",modelName=\"%s\","
            + "Hostname=\"%s\",DCGM_FI_DRIVER_VERSION=\"580.82.07\"",
        index,
        uuid,
        0x0f + 0x10 * index,
        index,
        quoted(fleet.modelName()),
        quoted(fleet.hostname()));
  }

  private static String quoted(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
