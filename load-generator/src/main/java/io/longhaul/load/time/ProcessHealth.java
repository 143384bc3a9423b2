package io.longhaul.load.time;

import java.util.OptionalDouble;

/**
 * The health of this process since the previous reading.
 *
 * @param pauseMaxNanos longest pause of a thread that only sleeps
 * @param gcPauseNanos time spent in garbage collection
 * @param processCpuCores CPU time of the process divided by elapsed time; 1.0 is one core
 * @param hostIdleRatio idle fraction of the machine's CPU time; empty if unknown
 */
public record ProcessHealth(
    long pauseMaxNanos, long gcPauseNanos, double processCpuCores, OptionalDouble hostIdleRatio) {}
