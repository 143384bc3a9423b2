package io.longhaul.report.figures;

/**
 * What was known about a run when it started, written to its folder at that time: a run that
 * crashed has no summary.
 *
 * @param configurationJson as in the summary's row; no secrets
 * @param plannedRequests {@link #NO_REQUEST_COUNT} if the plan has no number of requests
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
    boolean fixedSchedule) {
  public static final long NO_REQUEST_COUNT = -1;
}
