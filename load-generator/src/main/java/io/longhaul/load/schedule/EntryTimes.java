package io.longhaul.load.schedule;

/** The times at which the entries of a dataset are due, in ascending order. */
public interface EntryTimes {
  /** A dataset without times. */
  EntryTimes NONE =
      new EntryTimes() {
        @Override
        public int entries() {
          return 0;
        }

        @Override
        public long dueNanos(int entry) {
          throw new IndexOutOfBoundsException(
              "Cannot find the time of entry " + entry + ": there are none");
        }
      };

  /** Returns the number of entries. */
  int entries();

  /**
   * Returns when an entry is due, in nanoseconds since the start.
   *
   * @param entry index from 0 to below the number of entries
   */
  long dueNanos(int entry);
}
