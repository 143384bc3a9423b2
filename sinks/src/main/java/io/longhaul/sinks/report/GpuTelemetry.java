package io.longhaul.sinks.report;

import java.util.List;

/**
 * One GPU over the run as AIPerf's files have it: every scrape counts the same, whatever its
 * distance to the next; counters as the difference over the window. Longhaul's own figures are
 * weighted by time: see {@code gpu_slices}.
 *
 * @param meanPowerWatts of the samples up to the window's end, without the tail that the others
 *     have; not a number when there are none
 * @param joules growth of the energy counter; not a number without one
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
    List<AiperfResult> results) {}
