package io.longhaul.sinks.report;

/**
 * What was known of a run when it began, written into its folder then: a run that crashed has no
 * summary to tell it.
 *
 * @param configurationJson as in the summary's row; no secrets
 * @param plannedRequests -1 when the plan has no number
 * @param tokenSource as in the summary's row
 * @param endpointType as in the summary's row
 */
public record DeclaredRun(
    String runId,
    String toolVersion,
    String configurationJson,
    long plannedRequests,
    String tokenSource,
    String endpointType,
    boolean streaming,
    boolean fixedSchedule) {}
