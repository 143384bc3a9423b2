package io.longhaul.pipeline.reslice;

import io.longhaul.export.LedgerRow;
import io.longhaul.schema.HashSum;
import io.longhaul.sinks.compact.RowFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up consecutive rows of a lane's ledger that belong to the same slice. The rows of a lane are
 * in order of their slices. For one thread.
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
  private final Map<String, LedgerRow> open = new TreeMap<>();

  ReslicedLedger(RowFiles<LedgerRow> rows) {
    this.rows = rows;
  }

  /** Adds a row with its new slice. */
  void add(LedgerRow row) throws IOException {
    if (row.getTotals()) {
      rows.row(row);
      return;
    }
    LedgerRow before = open.get(row.getLaneId());
    if (before != null && before.getSliceIndex() == row.getSliceIndex()) {
      addTo(before, row);
      return;
    }
    if (before != null) {
      rows.row(before);
    }
    open.put(row.getLaneId(), row);
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

  /** Writes what is left. */
  void end() throws IOException {
    for (LedgerRow row : open.values()) {
      rows.row(row);
    }
    open.clear();
  }
}
