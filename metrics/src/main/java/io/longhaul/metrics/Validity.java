package io.longhaul.metrics;

/** Whether a request counts as a success or as an error; decides which metrics it has. */
public enum Validity {
  /**
   * The outcome is {@link Outcome#OK}, there is at least one content chunk, the last one is not
   * before the start, and the start is before the end. Counted in {@code request_count}.
   */
  VALID,
  /**
   * The request was sent and failed, timed out, or ended well without a measurable response.
   * Counted in {@code error_request_count}.
   */
  ERROR,
  /** An error of a request that was never sent: it has no latency. */
  ERROR_BEFORE_SENDING,
  /** The request did not complete: it was cancelled, in flight when the run ended, or lost. */
  NOT_COMPLETED;

  /** Classifies a request. */
  public static Validity of(RequestFacts request) {
    Outcome outcome = request.outcome();
    if (outcome == Outcome.OK && hasMeasurableResponse(request)) {
      return VALID;
    }
    if (!outcome.isCompleted()) {
      return NOT_COMPLETED;
    }
    return request.sentAtNanos() != RequestFacts.NONE ? ERROR : ERROR_BEFORE_SENDING;
  }

  private static boolean hasMeasurableResponse(RequestFacts request) {
    long latency = request.recorded(Metric.REQUEST_LATENCY);
    if (latency == RequestFacts.NONE) {
      return false;
    }
    long ended = request.endedAtNanos();
    return ended == RequestFacts.NONE ? latency > 0 : request.startNanos() < ended;
  }

  public boolean isError() {
    return this == ERROR || this == ERROR_BEFORE_SENDING;
  }

  /** Returns whether a request of this kind can have a value of the metric. */
  public boolean has(Metric metric) {
    if (this == VALID) {
      return !metric.is(Metric.Flag.ERROR_ONLY);
    }
    return metric.is(Metric.Flag.ANY_OUTCOME)
        || (isError() && metric.is(Metric.Flag.ERROR_ONLY))
        || (this == ERROR && metric.is(Metric.Flag.OF_ERRORS_TOO));
  }
}
