package io.longhaul.sinks.folder;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;

/** How fast a disk has been filled in the last hour. Times are nanoseconds of one clock. */
final class DiskTrend {
  private static final long WINDOW_NANOS = Duration.ofHours(1).toNanos();
  private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  /** A shorter observation says little. */
  private static final long MIN_NANOS = Duration.ofSeconds(10).toNanos();

  private final ArrayDeque<Reading> readings = new ArrayDeque<>();
  private Reading latest = new Reading(0, 0);

  private record Reading(long nanos, long freeBytes) {}

  /** Adds a reading, in order of time; keeps one per minute. */
  void add(long nanos, long freeBytes) {
    latest = new Reading(nanos, freeBytes);
    if (readings.isEmpty() || nanos - readings.getLast().nanos() >= INTERVAL_NANOS) {
      readings.addLast(latest);
    }
    while (nanos - readings.getFirst().nanos() > WINDOW_NANOS) {
      readings.removeFirst();
    }
  }

  /**
   * Returns when the disk will be full at this rate, counted from the latest reading; empty if it
   * is not being filled or was not observed for long enough.
   */
  Optional<Duration> timeLeft() {
    if (readings.isEmpty()) {
      return Optional.empty();
    }
    Reading first = readings.getFirst();
    long nanos = latest.nanos() - first.nanos();
    double filled = first.freeBytes() - latest.freeBytes();
    return nanos < MIN_NANOS || filled <= 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos((long) (latest.freeBytes() / filled * nanos)));
  }
}
