package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.state.SequenceGap;
import io.longhaul.pipeline.state.SequenceState;
import io.longhaul.pipeline.types.ConvertedList;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tracks which records of a lane were read, are missing or are duplicates. A lane's {@code seq} has
 * no gaps, so a jump opens a gap. A gap is filled by later records, declared dropped by the writer,
 * or lost. At most {@link #MAX_GAPS} gaps are open; if there are more, the oldest one is lost.
 */
final class SequenceTracker {
  static final int MAX_GAPS = 256;

  private long next;

  /** Open gaps: first missing seq → last missing seq. */
  private final TreeMap<Long, Long> gaps = new TreeMap<>();

  private long events;
  private long duplicates;
  private long droppedDeclared;
  private long lost;

  /** Classification of a record. */
  enum Arrival {
    /** The record counts. */
    NEW,
    /** The record was read before. */
    DUPLICATE
  }

  /** Registers a record. */
  Arrival arrived(long seq) {
    if (seq >= next) {
      if (seq > next) {
        open(next, seq - 1);
      }
      next = seq + 1;
    } else if (close(seq, seq) == 0) {
      duplicates++;
      return Arrival.DUPLICATE;
    }
    events++;
    return Arrival.NEW;
  }

  private void open(long first, long last) {
    gaps.put(first, last);
    if (gaps.size() > MAX_GAPS) {
      Map.Entry<Long, Long> oldest = gaps.pollFirstEntry();
      lost += oldest.getValue() - oldest.getKey() + 1;
    }
  }

  /** Counts a registered record as lost because it could not be decoded. */
  void unreadable() {
    lost++;
  }

  /** Closes a range that the writer declared dropped. Both ends are inclusive. */
  void declaredDropped(long from, long to) {
    droppedDeclared += close(from, to);
  }

  /**
   * Marks missing records below this seq as lost, because the broker has acknowledged every smaller
   * seq.
   */
  void acknowledgedBelow(long seq) {
    if (seq > 0) {
      lost += close(0, seq - 1);
    }
  }

  /** Marks all missing records as lost, because the lane has ended. */
  void end() {
    lost += close(0, Long.MAX_VALUE);
  }

  /** Removes a range from the open gaps and returns how many records of it were missing. */
  private long close(long from, long to) {
    long closed = 0;
    Map.Entry<Long, Long> gap = gaps.floorEntry(from);
    if (gap == null || gap.getValue() < from) {
      gap = gaps.higherEntry(from);
    }
    while (gap != null && gap.getKey() <= to) {
      long first = gap.getKey();
      long last = gap.getValue();
      gaps.remove(first);
      if (first < from) {
        gaps.put(first, from - 1);
      }
      if (last > to) {
        gaps.put(to + 1, last);
      }
      closed += Math.min(last, to) - Math.max(first, from) + 1;
      gap = gaps.higherEntry(first < from ? from : first);
    }
    return closed;
  }

  /** Returns whether a record below this seq may still arrive. */
  boolean hasGapBelow(long seq) {
    return !gaps.isEmpty() && gaps.firstKey() < seq;
  }

  /** Returns the seq below which every record was read, declared dropped or lost. */
  long settledBelow() {
    return gaps.isEmpty() ? next : gaps.firstKey();
  }

  /** Returns the number of records that are not duplicates, readable or not. */
  long events() {
    return events;
  }

  long duplicates() {
    return duplicates;
  }

  long droppedDeclared() {
    return droppedDeclared;
  }

  /**
   * Returns the number of records that are missing without a declaration, or could not be decoded.
   */
  long lost() {
    return lost;
  }

  /** Returns the highest seq so far; -1 before the first record. */
  long lastSeq() {
    return next - 1;
  }

  SequenceTracker copy() {
    SequenceTracker copy = new SequenceTracker();
    copy.next = next;
    copy.gaps.putAll(gaps);
    copy.events = events;
    copy.duplicates = duplicates;
    copy.droppedDeclared = droppedDeclared;
    copy.lost = lost;
    return copy;
  }

  SequenceState toState() {
    return new SequenceState(
        next,
        ConvertedList.of(gaps.entrySet(), gap -> new SequenceGap(gap.getKey(), gap.getValue())),
        events,
        duplicates,
        droppedDeclared,
        lost);
  }

  static SequenceTracker ofState(SequenceState stored) {
    SequenceTracker tracker = new SequenceTracker();
    tracker.next = stored.getNextSeq();
    stored.getGaps().forEach(gap -> tracker.gaps.put(gap.getFirstSeq(), gap.getLastSeq()));
    tracker.events = stored.getEvents();
    tracker.duplicates = stored.getDuplicates();
    tracker.droppedDeclared = stored.getDroppedDeclared();
    tracker.lost = stored.getLost();
    return tracker;
  }
}
