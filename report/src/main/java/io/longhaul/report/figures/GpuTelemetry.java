package io.longhaul.report.figures;

import java.util.List;

/**
 * One GPU over the run as in AIPerf's files: every scrape has the same weight, whatever the
 * interval to the next; counters are differences over the window. Longhaul's own figures are
 * weighted by time: see {@code gpu_slices}.
 *
 * @param meanPowerWatts mean of the samples up to the window's end, without the tail that other
 *     fields include; NaN if there are none
 * @param joules growth of the energy counter from the last sample before the window to the last in
 *     it or its tail; NaN without a counter
 * @param joulesInWindow growth of the energy counter in the window, interpolated linearly at its
 *     ends; not a number without a counter
 * @param results by AIPerf's key, in the order of AIPerf's table
 */
public record GpuTelemetry(
    GpuId id,
    String model,
    String hostname,
    double meanPowerWatts,
    double joules,
    double joulesInWindow,
    List<AiperfResult> results) {}
