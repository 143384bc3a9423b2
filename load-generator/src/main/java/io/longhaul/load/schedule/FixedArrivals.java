package io.longhaul.load.schedule;

/**
 * Arrivals at the times of a dataset's entries. Entries with negative times arrive at the start.
 */
final class FixedArrivals implements ArrivalSchedule {
  private final EntryTimes times;
  private int next;

  FixedArrivals(EntryTimes times) {
    this.times = times;
  }

  @Override
  public long nextArrivalNanos() {
    return next == times.entries() ? NEVER : Math.max(0, times.dueNanos(next++));
  }
}
