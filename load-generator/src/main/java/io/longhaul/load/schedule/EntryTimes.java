package io.longhaul.load.schedule;

/** When the entries of a dataset are due, in the order of these times. */
public interface EntryTimes {
  /** No entry has a time. */
  EntryTimes NONE =
      new EntryTimes() {
        @Override
        public int entries() {
          return 0;
        }

        @Override
        public long dueNanos(int entry) {
          throw new IndexOutOfBoundsException("Cannot tell when entry " + entry + " is due");
        }
      };

  /** How many entries there are. */
  int entries();

  /** In nanoseconds since the start; {@code entry} is from 0 to below their number. */
  long dueNanos(int entry);
}
