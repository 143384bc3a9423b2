package io.longhaul.control;

import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.control.Sampling;
import io.longhaul.wire.control.StopConditions;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator announces about a run.
 *
 * @param planJson the plan in the generators' format
 * @param planFacts the part of the plan that the pipeline needs; the start time is added when it is
 *     known
 * @param configurationJson configuration and command line for reports, without secrets
 * @param plannedRequests number of planned requests; -1 if the duration determines it, as in {@link
 *     io.longhaul.wire.RunStarted}
 * @param generators number of generators
 * @param hasWarmup whether the plan has a warm-up
 * @param longestWarmupNanos maximum duration of the warm-up
 * @param longestDurationNanos maximum duration of the run, after which it is stopped
 * @param stopConditions conditions that end the load early, for a coordinator that takes over
 * @param sampling what the coordinator's process samples; null for nothing
 */
public record RunAnnouncement(
    String runId,
    String planJson,
    PlanFacts planFacts,
    String configurationJson,
    String toolVersion,
    long plannedRequests,
    int generators,
    boolean hasWarmup,
    long longestWarmupNanos,
    long longestDurationNanos,
    StopConditions stopConditions,
    @Nullable Sampling sampling) {}
