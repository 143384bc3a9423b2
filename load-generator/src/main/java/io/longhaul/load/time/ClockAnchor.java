package io.longhaul.load.time;

/**
 * One moment read on both clocks. It ties monotonic times to the epoch for ever: it is never
 * corrected, what parts the clocks later is measured and told.
 *
 * @param monotonicNanos the moment on the process's monotonic clock
 * @param epochNanos the same moment on the wall clock, nanoseconds of the epoch
 * @param errorNanos half the width of the bracket in which both were read: how far the two may lie
 *     apart
 */
public record ClockAnchor(long monotonicNanos, long epochNanos, long errorNanos) {

  /** The event time of a monotonic moment, in nanoseconds of the epoch. */
  public long epochNanosAt(long monotonicMomentNanos) {
    return epochNanos + (monotonicMomentNanos - monotonicNanos);
  }

  /** When the monotonic clock will show, or showed, a moment of the epoch. */
  public long monotonicNanosAt(long epochMomentNanos) {
    return monotonicNanos + (epochMomentNanos - epochNanos);
  }

  /**
   * How far the wall clock has parted from this anchor: wall - (anchor + monotonic), measured with
   * a later pair.
   */
  public long driftNanos(ClockAnchor later) {
    return later.epochNanos - epochNanosAt(later.monotonicNanos);
  }
}
