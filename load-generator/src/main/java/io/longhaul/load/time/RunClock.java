package io.longhaul.load.time;

/**
 * The one clock of a process: monotonic nanoseconds, the same for every thread. Its values mean
 * nothing across processes.
 */
@FunctionalInterface
public interface RunClock {

  /** Never falls. Cheap enough for every network read. */
  long nowNanos();
}
