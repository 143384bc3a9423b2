package io.longhaul.load.time;

/**
 * One moment on both clocks. It ties monotonic times to the epoch and never changes; later drift is
 * measured and reported.
 *
 * @param monotonicNanos the moment on the process's monotonic clock
 * @param epochNanos the same moment on the wall clock, in nanoseconds since the epoch
 * @param errorNanos half the length of the interval in which both were read, which bounds their
 *     difference
 */
public record ClockAnchor(long monotonicNanos, long epochNanos, long errorNanos) {

  /** Returns the event time of a monotonic time, in nanoseconds since the epoch. */
  public long epochNanosAt(long monotonicMomentNanos) {
    return epochNanos + (monotonicMomentNanos - monotonicNanos);
  }

  /** Converts a time of the epoch to the monotonic clock. */
  public long monotonicNanosAt(long epochMomentNanos) {
    return monotonicNanos + (epochMomentNanos - epochNanos);
  }

  /**
   * Returns how far the wall clock has drifted from this anchor: wall - (anchor + monotonic),
   * measured with a later pair.
   */
  public long driftNanos(ClockAnchor later) {
    return later.epochNanos - epochNanosAt(later.monotonicNanos);
  }
}
