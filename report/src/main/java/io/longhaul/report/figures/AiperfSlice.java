package io.longhaul.report.figures;

/**
 * One of AIPerf's time slices.
 *
 * @param complete false if the last request ended inside the slice; its end is that request's
 */
public record AiperfSlice(
    long startEpochNanos, long endEpochNanos, boolean complete, WindowStatistics statistics) {}
