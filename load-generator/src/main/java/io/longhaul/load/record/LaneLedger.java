package io.longhaul.load.record;

import io.longhaul.schema.HashSum;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LedgerEntry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The ledger of a lane: for each slice in which requests ended, their number per outcome and a hash
 * sum of their ids. It counts on its own, without looking at events, so that the two can be
 * compared.
 *
 * <p>Each heartbeat contains an entry until one with its latest state is acknowledged. After that,
 * the entry is removed when its slice is over.
 */
final class LaneLedger {
  /** The slice index of lanes without slices. */
  static final long WHOLE_LANE = -1;

  /** Maximum number of entries in a heartbeat that no earlier event contains. */
  private static final int NEW_ENTRIES_PER_HEARTBEAT = 512;

  /**
   * Maximum number of further entries in a heartbeat, oldest first, so that heartbeats stay small
   * if nothing is acknowledged for hours.
   */
  private static final int REPEATED_ENTRIES_PER_HEARTBEAT = 64;

  private final TreeMap<Long, Entry> entries = new TreeMap<>();
  private final Entry totals = new Entry(WHOLE_LANE);

  /**
   * Counts a request that has ended.
   *
   * @param slice the slice in which it ended, or {@link #WHOLE_LANE}
   */
  void ended(long slice, RequestId id, Ending ending) {
    entries.computeIfAbsent(slice, Entry::new).add(id, ending);
    totals.add(id, ending);
  }

  /**
   * Returns entries whose latest state is not acknowledged: first those that no event contains,
   * then the others.
   */
  List<LedgerEntry> unacknowledged() {
    return next().map(Entry::toWire).toList();
  }

  /**
   * Records that the event with this sequence number contains the entries that {@link
   * #unacknowledged} returned.
   */
  void sentIn(long seq) {
    next().toList().forEach(entry -> entry.sentIn(seq));
  }

  private Stream<Entry> next() {
    return Stream.concat(
        unacknowledged(false).limit(NEW_ENTRIES_PER_HEARTBEAT),
        unacknowledged(true).limit(REPEATED_ENTRIES_PER_HEARTBEAT));
  }

  private Stream<Entry> unacknowledged(boolean isSent) {
    return entries.values().stream()
        .filter(entry -> !entry.isAcknowledged && entry.isSent() == isSent);
  }

  /**
   * Records acknowledgements and removes entries that are no longer needed.
   *
   * @param ackedBelow every event with a smaller sequence number is acknowledged
   * @param oldestOpenSlice no request can end in an earlier slice any more
   */
  void acknowledged(long ackedBelow, long oldestOpenSlice) {
    for (Entry entry : entries.values()) {
      entry.acknowledge(ackedBelow);
    }
    entries.headMap(oldestOpenSlice).values().removeIf(entry -> entry.isAcknowledged);
  }

  /** Resends all remaining entries, because events that contained them may be lost. */
  void resendAll() {
    entries.values().forEach(Entry::forgetSend);
  }

  /** Returns the totals of the lane. */
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

    boolean isSent() {
      return sentInSeq != NEVER;
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
