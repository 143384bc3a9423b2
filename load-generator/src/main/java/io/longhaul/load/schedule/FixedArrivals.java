package io.longhaul.load.schedule;

/**
 * Arrivals at the times that a dataset has for its entries. What was due before the start is due at
 * it.
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
