package io.longhaul.load.time;

import java.util.OptionalDouble;

/**
 * How well this process was since the reading before.
 *
 * @param pauseMaxNanos largest lateness of a thread that only sleeps
 * @param gcPauseNanos time spent in garbage collection
 * @param processCpuCores CPU time of the process over elapsed time; 1.0 is one core
 * @param hostIdleRatio share of the machine's CPU time that nobody used; empty where not known
 */
public record ProcessHealth(
    long pauseMaxNanos, long gcPauseNanos, double processCpuCores, OptionalDouble hostIdleRatio) {}
