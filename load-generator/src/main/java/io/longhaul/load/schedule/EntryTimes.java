package io.longhaul.load.schedule;

/** When the entries of a dataset are due, in the order of these times. */
public interface EntryTimes {
  /** How many entries there are. */
  int entries();

  /** In nanoseconds since the start; {@code entry} is from 0 to below their number. */
  long dueNanos(int entry);
}
