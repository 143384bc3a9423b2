package io.longhaul.cli.dashboard;

import io.longhaul.wire.GpuSample;

/**
 * The latest sample of a GPU; NaN for a value that the exporter does not report.
 *
 * @param name index and MIG instance
 * @param busyPercent utilization
 */
record GpuNow(
    String name,
    String model,
    double watts,
    double busyPercent,
    double usedBytes,
    double totalBytes,
    double celsius) {

  static GpuNow of(GpuSample sample) {
    String instance = sample.getMigInstance();
    double used = orNaN(sample.getMemoryUsedBytes());
    double total = orNaN(sample.getMemoryTotalBytes());
    return new GpuNow(
        "GPU " + sample.getGpuIndex() + (instance.isEmpty() ? "" : " MIG " + instance),
        sample.getGpuModel(),
        orNaN(sample.getPowerWatts()),
        orNaN(sample.getGpuUtilizationPercent()),
        used,
        Double.isNaN(total) ? used + orNaN(sample.getMemoryFreeBytes()) : total,
        orNaN(sample.getGpuTemperatureCelsius()));
  }

  private static double orNaN(Double value) {
    return value == null ? Double.NaN : value;
  }
}
