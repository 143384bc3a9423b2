package io.longhaul.sinks.report;

import io.longhaul.export.GpuSliceRow;
import java.util.List;

/**
 * One GPU over the run as AIPerf's files have it: every scrape counts the same, whatever its
 * distance to the next; counters as the difference over the window. Longhaul's own figures are
 * weighted by time: see {@code gpu_slices}.
 *
 * @param meanPowerWatts of the samples up to the window's end, without the tail that the others
 *     have; not a number when there are none
 * @param joules growth of the energy counter from the last sample before the window to the last in
 *     it or its tail; not a number without a counter
 * @param joulesInWindow growth of the energy counter in the window, cut linearly at its ends; not a
 *     number without a counter
 * @param results by AIPerf's key, in the order of AIPerf's table
 */
public record GpuTelemetry(
    String exporterUrl,
    int gpuIndex,
    String gpuModel,
    String gpuUuid,
    String hostname,
    String migInstance,
    double meanPowerWatts,
    double joules,
    double joulesInWindow,
    List<AiperfResult> results) {

  /** Whether it is the GPU, or the part of one, that the row is about. */
  boolean isOf(GpuSliceRow gpu) {
    return exporterUrl.equals(gpu.getExporterUrl())
        && gpuIndex == gpu.getGpuIndex()
        && gpuUuid.equals(gpu.getGpuUuid())
        && migInstance.equals(gpu.getMigInstance());
  }
}
