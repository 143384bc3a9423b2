package io.longhaul.pipeline.reslice;

import io.longhaul.export.LedgerRow;
import io.longhaul.schema.HashSum;
import io.longhaul.sinks.compact.RowFiles;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up the rows of a ledger by lane and slice. The rows may come in any order: all files of a
 * lane's ledger have the same time, the start of the lane. For one thread.
 */
final class ReslicedLedger {
  private static final List<String> COUNTS =
      List.of(
          "ok",
          "http_error",
          "transport_error",
          "protocol_error",
          "stream_error",
          "truncated",
          "timeout",
          "cancelled",
          "in_flight_at_stop");

  private final RowFiles<LedgerRow> rows;
  private final Map<LaneSlice, LedgerRow> sums = new TreeMap<>();

  ReslicedLedger(RowFiles<LedgerRow> rows) {
    this.rows = rows;
  }

  private record LaneSlice(String laneId, long sliceIndex) implements Comparable<LaneSlice> {
    private static final Comparator<LaneSlice> ORDER =
        Comparator.comparing(LaneSlice::laneId).thenComparingLong(LaneSlice::sliceIndex);

    @Override
    public int compareTo(LaneSlice other) {
      return ORDER.compare(this, other);
    }
  }

  /** Adds a row with its new slice. Totals of a lane are written as they are. */
  void add(LedgerRow row) throws IOException {
    if (row.getTotals()) {
      rows.row(row);
      return;
    }
    LedgerRow sum = sums.putIfAbsent(new LaneSlice(row.getLaneId(), row.getSliceIndex()), row);
    if (sum != null) {
      addTo(sum, row);
    }
  }

  private static void addTo(LedgerRow sum, LedgerRow row) {
    for (String count : COUNTS) {
      sum.put(count, (Long) sum.get(count) + (Long) row.get(count));
    }
    HashSum hash = new HashSum(sum.getIdHashHi(), sum.getIdHashLo());
    hash.addAll(row.getIdHashHi(), row.getIdHashLo());
    sum.put("id_hash_hi", hash.hi());
    sum.put("id_hash_lo", hash.lo());
  }

  /** Writes the sums in order of lanes and slices. */
  void end() throws IOException {
    for (LedgerRow sum : sums.values()) {
      rows.row(sum);
    }
    sums.clear();
  }
}
