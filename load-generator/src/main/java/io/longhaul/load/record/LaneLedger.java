package io.longhaul.load.record;

import io.longhaul.schema.HashSum;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LedgerEntry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a lane says for ever that it issued: per slice of the ending the count per outcome and a
 * hash sum of the ids. It counts for itself and looks at no event, so that the two can be held
 * against each other.
 *
 * <p>An entry is told in each heartbeat until one that carried its latest state is acknowledged;
 * then it rests, and goes when its slice is over.
 */
final class LaneLedger {
  /** The one slice of a lane without slices. */
  static final long WHOLE_LANE = -1;

  /** So that a heartbeat stays small when nothing is acknowledged for long; the oldest first. */
  private static final int ENTRIES_PER_HEARTBEAT = 512;

  private final TreeMap<Long, Entry> entries = new TreeMap<>();
  private final Entry totals = new Entry(WHOLE_LANE);

  /**
   * @param slice the slice in which it ended, or {@link #WHOLE_LANE}
   */
  void ended(long slice, RequestId id, Ending ending) {
    entries.computeIfAbsent(slice, Entry::new).add(id, ending);
    totals.add(id, ending);
  }

  /** The entries that are not yet acknowledged as told. */
  List<LedgerEntry> unacknowledged() {
    List<LedgerEntry> unacknowledged = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (!entry.isAcknowledged && unacknowledged.size() < ENTRIES_PER_HEARTBEAT) {
        unacknowledged.add(entry.toWire());
      }
    }
    return unacknowledged;
  }

  /** The entries that {@link #unacknowledged} gave were told by an event of this seq. */
  void sentIn(long seq) {
    int count = 0;
    for (Entry entry : entries.values()) {
      if (!entry.isAcknowledged && count++ < ENTRIES_PER_HEARTBEAT) {
        entry.sentIn(seq);
      }
    }
  }

  /**
   * @param ackedBelow every event with a smaller seq was acknowledged
   * @param oldestOpenSlice no request can end in a slice before this one any more
   */
  void acknowledged(long ackedBelow, long oldestOpenSlice) {
    for (Entry entry : entries.values()) {
      entry.acknowledge(ackedBelow);
    }
    entries.headMap(oldestOpenSlice).values().removeIf(entry -> entry.isAcknowledged);
  }

  /** What was thought to be told may be lost: everything that is left is told again. */
  void resendAll() {
    entries.values().forEach(Entry::forgetSend);
  }

  /** Totals over the lane's life. */
  LedgerEntry totals() {
    return totals.toWire();
  }

  private static final class Entry {
    private static final long NEVER = Long.MAX_VALUE;

    private final long slice;
    private final Map<Ending, Long> countByEnding = new EnumMap<>(Ending.class);
    private final HashSum ids = new HashSum();
    private long sentInSeq = NEVER;
    private boolean isAcknowledged;

    Entry(long slice) {
      this.slice = slice;
    }

    void add(RequestId id, Ending ending) {
      countByEnding.merge(ending, 1L, Long::sum);
      ids.add(id);
      forgetSend();
    }

    void sentIn(long seq) {
      sentInSeq = Math.min(sentInSeq, seq);
    }

    void acknowledge(long ackedBelow) {
      isAcknowledged |= sentInSeq < ackedBelow;
    }

    void forgetSend() {
      sentInSeq = NEVER;
      isAcknowledged = false;
    }

    LedgerEntry toWire() {
      return LedgerEntry.newBuilder()
          .setSliceIndex(slice)
          .setOk(count(Ending.OK))
          .setHttpError(count(Ending.HTTP_ERROR))
          .setTransportError(count(Ending.TRANSPORT_ERROR))
          .setProtocolError(count(Ending.PROTOCOL_ERROR))
          .setStreamError(count(Ending.STREAM_ERROR))
          .setTruncated(count(Ending.TRUNCATED))
          .setTimeout(count(Ending.TIMEOUT))
          .setCancelled(count(Ending.CANCELLED))
          .setInFlightAtStop(count(Ending.IN_FLIGHT_AT_STOP))
          .setIdHashHi(ids.hi())
          .setIdHashLo(ids.lo())
          .build();
    }

    private long count(Ending ending) {
      return countByEnding.getOrDefault(ending, 0L);
    }
  }
}
