package io.longhaul.load.time;

/**
 * The monotonic clock of a process in nanoseconds, the same for every thread. Its values have no
 * meaning in other processes.
 */
@FunctionalInterface
public interface RunClock {

  /** Returns the current time, which never decreases. Cheap enough for every network read. */
  long nowNanos();
}
