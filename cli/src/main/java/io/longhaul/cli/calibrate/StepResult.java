package io.longhaul.cli.calibrate;

/**
 * What a step with one load has measured. Errors are differences between what Longhaul measured and
 * what the mock server recorded, without their sign; NaN if no request was complete.
 *
 * @param requestsPerSecond planned rate
 * @param requests requests that were sent
 * @param incompleteRequests those that failed, or that the server's log does not contain
 * @param openStreams mean number of responses in progress
 * @param chunksPerSecond mean number of chunks that arrived per second
 * @param ttftErrorP50Nanos median error of the time to first token
 * @param ttftErrorP99Nanos 99th percentile of this error
 * @param itlErrorP99Nanos 99th percentile of the error of the mean inter-token latency of a request
 * @param sendLagP99Nanos 99th percentile of the time from the planned to the actual sending
 * @param slices time slices of the step
 * @param untrustedSlices those in which Longhaul did not trust its own measurement
 */
public record StepResult(
    int requestsPerSecond,
    long requests,
    long incompleteRequests,
    double openStreams,
    double chunksPerSecond,
    double ttftErrorP50Nanos,
    double ttftErrorP99Nanos,
    double itlErrorP99Nanos,
    double sendLagP99Nanos,
    int slices,
    int untrustedSlices) {

  /**
   * Returns whether every request was measured, and the errors of 99 % of them, and their lag, were
   * within the bound.
   */
  public boolean isWithin(long boundNanos) {
    return requests > 0 && incompleteRequests == 0 && worstP99Nanos() <= boundNanos;
  }

  /** Returns the greatest of the three 99th percentiles; NaN if one of them is unknown. */
  double worstP99Nanos() {
    return Math.max(Math.max(ttftErrorP99Nanos, itlErrorP99Nanos), sendLagP99Nanos);
  }
}
