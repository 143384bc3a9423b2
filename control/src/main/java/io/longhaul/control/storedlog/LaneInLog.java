package io.longhaul.control.storedlog;

import io.longhaul.schema.EventKind;
import io.longhaul.schema.HashSum;
import io.longhaul.wire.Ending;
import io.longhaul.wire.RequestFragment;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the log contains of one lane, up to its end or the verdict. Counts in its own way, not with
 * the code of the job, so that the two can be compared. Needs one bit per event. For one thread.
 */
public final class LaneInLog {
  private static final long MOST_EVENTS = 1L << 31;

  private final BitSet seen = new BitSet();
  private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);
  private final HashSum ids = new HashSum();
  private long events;
  private long duplicates;
  private long late;
  private boolean isLost;
  private boolean hasEnded;
  private boolean isClosed;

  /** Adds the record with this number, in the order of offsets; {@code false} if it is ignored. */
  boolean arrived(long seq) {
    if (isLost && !isClosed) {
      late++;
      return false;
    }
    if (isClosed || hasEnded || seq < 0 || seq >= MOST_EVENTS) {
      return false;
    }
    if (seen.get((int) seq)) {
      duplicates++;
      return false;
    }
    seen.set((int) seq);
    events++;
    return true;
  }

  void ended(RequestFragment fragment) {
    if (fragment.getEnded() != null) {
      endings.merge(fragment.getEnded().getEnding(), 1L, Long::sum);
      ids.add(fragment.getRequestIdHi(), fragment.getRequestIdLo());
    }
  }

  /** Adds the lane's own end, or a verdict; only the first of them counts. */
  void end(EventKind kind) {
    hasEnded |= kind == EventKind.LANE_ENDED;
    isLost |= kind == EventKind.LANE_LOST && !hasEnded;
    isClosed |= kind == EventKind.RUN_CLOSED;
  }

  /** Returns whether the log begins with the lane's first event: whether none was deleted. */
  public boolean isWhole() {
    return seen.get(0) || (events == 0 && isLost);
  }

  /** Returns the number of events, each counted once. */
  public long events() {
    return events;
  }

  public long duplicates() {
    return duplicates;
  }

  /** Returns the highest number of an event; -1 without one. */
  public long lastSeq() {
    return seen.length() - 1L;
  }

  /** Returns the number of records after the verdict. */
  public long late() {
    return late;
  }

  /** Returns the number of requests that ended in this way. */
  public long ended(Ending ending) {
    return endings.getOrDefault(ending, 0L);
  }

  /** Returns the hash sum of the IDs of all requests that ended. */
  public HashSum ids() {
    return ids;
  }
}
