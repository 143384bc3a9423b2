package io.longhaul.metrics;

/**
 * What is recorded about one request. A {@link RequestTrace} and a row of the dataset {@code
 * requests} implement it, so that each figure has one formula: see {@link RequestFormulas}.
 *
 * <p>Times are nanoseconds on one clock: the monotonic clock of the lane in a trace, the epoch in a
 * row. {@link #NONE} stands for what did not happen and for what is not known.
 */
public interface RequestFacts {
  /** Not a time, and not a value. */
  long NONE = Long.MIN_VALUE;

  Outcome outcome();

  long handedAtNanos();

  long connectStartedAtNanos();

  long connectedAtNanos();

  long sentAtNanos();

  long writtenAtNanos();

  long firstByteAtNanos();

  long endedAtNanos();

  boolean connectionReused();

  /**
   * Returns the recorded value of a metric, in stored units: a count, or a figure that is derived
   * from the times of chunks. Whether the metric applies to the request is up to {@link Validity}.
   */
  long recorded(Metric metric);

  /**
   * Returns the start of the request, where AIPerf-named metrics begin: the start of its
   * connection, if one was made for it, otherwise the time of its first byte; {@link #NONE} if it
   * was never sent.
   */
  default long startNanos() {
    return startNanos(connectStartedAtNanos(), sentAtNanos());
  }

  /** Returns the start of a request from the two times that decide it. */
  static long startNanos(long connectStartedAtNanos, long sentAtNanos) {
    return connectStartedAtNanos != NONE ? connectStartedAtNanos : sentAtNanos;
  }

  /** Returns the start, or when the event loop took the request if it was never sent. */
  default long startOrHandedNanos() {
    long start = startNanos();
    return start != NONE ? start : handedAtNanos();
  }
}
