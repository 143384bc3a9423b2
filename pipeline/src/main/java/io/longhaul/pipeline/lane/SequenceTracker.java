package io.longhaul.pipeline.lane;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which records of a lane were read, which are missing and which came twice. A lane's {@code seq}
 * is gapless, so a jump opens a gap; a gap is filled by what comes behind it, or declared dropped
 * by its writer, or lost. At most {@link #MAX_GAPS} are held open: with more, the oldest is lost.
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

  /** What a record is to the lane. */
  enum Arrival {
    /** It counts. */
    NEW,
    /** It was read before. */
    DUPLICATE
  }

  /** Takes a record into the book. */
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

  /** A record that had arrived could not be read after all. */
  void unreadable() {
    lost++;
  }

  /** The writer says that these will never come. Both ends belong to the range. */
  void declaredDropped(long from, long to) {
    droppedDeclared += close(from, to);
  }

  /** The broker has acknowledged every smaller seq: what is missing below was lost on the way. */
  void acknowledgedBelow(long seq) {
    if (seq > 0) {
      lost += close(0, seq - 1);
    }
  }

  /** Nothing more comes. */
  void end() {
    lost += close(0, Long.MAX_VALUE);
  }

  /** Takes a range out of the open gaps and tells how many were missing in it. */
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

  /** Whether something below may still come. */
  boolean hasGapBelow(long seq) {
    return !gaps.isEmpty() && gaps.firstKey() < seq;
  }

  /** Everything below was read, declared or lost. */
  long settledBelow() {
    return gaps.isEmpty() ? next : gaps.firstKey();
  }

  /** Records that counted, readable or not. */
  long events() {
    return events;
  }

  long duplicates() {
    return duplicates;
  }

  long droppedDeclared() {
    return droppedDeclared;
  }

  /** Records that are missing without a word, or could not be read. */
  long lost() {
    return lost;
  }

  /** -1 before the first. */
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

  void writeTo(DataOutput out) throws IOException {
    out.writeLong(next);
    out.writeInt(gaps.size());
    for (Map.Entry<Long, Long> gap : gaps.entrySet()) {
      out.writeLong(gap.getKey());
      out.writeLong(gap.getValue());
    }
    out.writeLong(events);
    out.writeLong(duplicates);
    out.writeLong(droppedDeclared);
    out.writeLong(lost);
  }

  static SequenceTracker readFrom(DataInput in) throws IOException {
    SequenceTracker book = new SequenceTracker();
    book.next = in.readLong();
    for (int open = in.readInt(); open > 0; open--) {
      book.gaps.put(in.readLong(), in.readLong());
    }
    book.events = in.readLong();
    book.duplicates = in.readLong();
    book.droppedDeclared = in.readLong();
    book.lost = in.readLong();
    return book;
  }
}
