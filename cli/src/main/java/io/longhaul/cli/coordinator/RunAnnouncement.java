package io.longhaul.cli.coordinator;

import io.longhaul.wire.PlanFacts;

/**
 * What the coordinator tells of a run.
 *
 * @param planJson the plan, as generators read it
 * @param planFacts what the pipeline needs of it; the run's start is added when it is known
 * @param configurationJson plan and command for reports, without secrets
 * @param plannedRequests -1 when the duration decides
 * @param generators how many processes carry the load
 * @param hasWarmup whether a warm-up comes first
 * @param longestWarmupNanos after this a warm-up is over, whatever happens
 * @param longestDurationNanos after this the run is stopped, whatever happens
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
    long longestDurationNanos) {}
