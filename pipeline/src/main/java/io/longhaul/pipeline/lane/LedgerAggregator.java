package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.row.LaneIdentity;
import io.longhaul.pipeline.row.LedgerRows;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.sinks.Dataset;
import io.longhaul.wire.LedgerEntry;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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

  void writeTo(DataOutput out) throws IOException {
    out.writeInt(pending.size());
    for (LedgerEntry entry : pending.values()) {
      out.writeLong(entry.getSliceIndex());
      out.writeLong(entry.getOk());
      out.writeLong(entry.getHttpError());
      out.writeLong(entry.getTransportError());
      out.writeLong(entry.getProtocolError());
      out.writeLong(entry.getStreamError());
      out.writeLong(entry.getTruncated());
      out.writeLong(entry.getTimeout());
      out.writeLong(entry.getCancelled());
      out.writeLong(entry.getInFlightAtStop());
      out.writeLong(entry.getIdHashHi());
      out.writeLong(entry.getIdHashLo());
    }
    out.writeLong(nextSlice);
    out.writeLong(rows);
  }

  static LedgerAggregator readFrom(DataInput in) throws IOException {
    LedgerAggregator ledger = new LedgerAggregator();
    for (int entries = in.readInt(); entries > 0; entries--) {
      LedgerEntry entry =
          new LedgerEntry(
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong());
      ledger.pending.put(entry.getSliceIndex(), entry);
    }
    ledger.nextSlice = in.readLong();
    ledger.rows = in.readLong();
    return ledger;
  }
}
