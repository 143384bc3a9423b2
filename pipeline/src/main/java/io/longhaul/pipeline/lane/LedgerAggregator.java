package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.row.LaneIdentity;
import io.longhaul.pipeline.row.LedgerRows;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.state.LedgerEntryState;
import io.longhaul.pipeline.state.LedgerState;
import io.longhaul.pipeline.types.ConvertedList;
import io.longhaul.sinks.Dataset;
import io.longhaul.wire.LedgerEntry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A lane's ledger. The last entry of each slice becomes a row, exactly once, when the frontier has
 * passed the slice and the entry is final. A warm-up lane has one entry, at its end.
 */
final class LedgerAggregator {
  private final TreeMap<Long, LedgerEntry> pending = new TreeMap<>();

  /** Entries of smaller slices have been written. */
  private long nextSlice;

  private long rows;

  /** Stores entries from the lane; a later entry of a slice replaces an earlier one. */
  void update(List<LedgerEntry> entries) {
    for (LedgerEntry entry : entries) {
      if (entry.getSliceIndex() < 0 || entry.getSliceIndex() >= nextSlice) {
        pending.put(entry.getSliceIndex(), entry);
      }
    }
  }

  /** Writes the rows of slices that end at or before the frontier. */
  void advanceTo(long frontierEpochNanos, SliceClock clock, LaneIdentity lane, LaneOutput out) {
    nextSlice = Math.max(nextSlice, clock.indexOf(frontierEpochNanos));
    Map<Long, LedgerEntry> passed = pending.subMap(0L, Math.max(0, nextSlice));
    writeAll(passed, lane, out);
    passed.clear();
  }

  /** Writes the remaining rows. */
  void end(LaneIdentity lane, LaneOutput out) {
    writeAll(pending, lane, out);
    pending.clear();
  }

  /** Writes the totals of a lane that ended with {@code LaneEnded}. */
  void totals(LedgerEntry totals, LaneIdentity lane, LaneOutput out) {
    out.row(Dataset.LEDGER, LedgerRows.of(lane, totals, true));
    rows++;
  }

  private void writeAll(Map<Long, LedgerEntry> entries, LaneIdentity lane, LaneOutput out) {
    entries.values().forEach(entry -> out.row(Dataset.LEDGER, LedgerRows.of(lane, entry, false)));
    rows += entries.size();
  }

  /** Returns the number of rows written. */
  long rows() {
    return rows;
  }

  LedgerAggregator copy() {
    LedgerAggregator copy = new LedgerAggregator();
    copy.pending.putAll(pending);
    copy.nextSlice = nextSlice;
    copy.rows = rows;
    return copy;
  }

  LedgerState toState() {
    return new LedgerState(
        ConvertedList.of(pending.values(), LedgerAggregator::toState), nextSlice, rows);
  }

  private static LedgerEntryState toState(LedgerEntry entry) {
    return new LedgerEntryState(
        entry.getSliceIndex(),
        entry.getOk(),
        entry.getHttpError(),
        entry.getTransportError(),
        entry.getProtocolError(),
        entry.getStreamError(),
        entry.getTruncated(),
        entry.getTimeout(),
        entry.getCancelled(),
        entry.getInFlightAtStop(),
        entry.getIdHashHi(),
        entry.getIdHashLo());
  }

  static LedgerAggregator ofState(LedgerState stored) {
    LedgerAggregator ledger = new LedgerAggregator();
    for (LedgerEntryState entry : stored.getPending()) {
      ledger.pending.put(entry.getSliceIndex(), ofState(entry));
    }
    ledger.nextSlice = stored.getNextSlice();
    ledger.rows = stored.getRows();
    return ledger;
  }

  private static LedgerEntry ofState(LedgerEntryState entry) {
    return new LedgerEntry(
        entry.getSliceIndex(),
        entry.getOk(),
        entry.getHttpError(),
        entry.getTransportError(),
        entry.getProtocolError(),
        entry.getStreamError(),
        entry.getTruncated(),
        entry.getTimeout(),
        entry.getCancelled(),
        entry.getInFlightAtStop(),
        entry.getIdHashHi(),
        entry.getIdHashLo());
  }
}
