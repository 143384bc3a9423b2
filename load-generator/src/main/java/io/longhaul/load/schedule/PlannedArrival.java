package io.longhaul.load.schedule;

/**
 * One request of an open loop, before it is sent.
 *
 * @param planIndex index in the global sequence of the run
 * @param scheduledOffsetNanos planned time since the start of its phase
 */
public record PlannedArrival(long planIndex, long scheduledOffsetNanos) {}
