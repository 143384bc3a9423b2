package io.longhaul.pipeline.reslice;

import io.longhaul.export.LedgerRow;
import io.longhaul.export.RequestRow;
import io.longhaul.schema.HashSum;
import io.longhaul.schema.RequestId;
import io.longhaul.sinks.compact.RowFiles;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up the rows of a ledger by lane and slice. The rows may come in any order: all files of a
 * lane's ledger have the same time, the start of the lane. If slices are divided, a row is that of
 * the first part, and requests are moved to the parts in which they ended; what the ledger counts
 * and no request explains remains there. For one thread.
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

  /**
   * Moves a request of which the ledger knows to another slice.
   *
   * @param from slice in which it is counted so far
   * @param to slice in which it ended
   */
  void move(RequestRow request, long from, long to) {
    String outcome = request.getOutcome();
    LaneSlice whole = new LaneSlice(request.getLaneId(), from);
    LedgerRow before = sums.get(whole);
    if (from == to || before == null || !COUNTS.contains(outcome)) {
      return;
    }
    long counted = (Long) before.get(outcome);
    if (counted == 0) {
      return;
    }
    LedgerRow after =
        sums.computeIfAbsent(
            new LaneSlice(request.getLaneId(), to), absent -> emptyLike(before, to));
    RequestId id = RequestId.parse(request.getRequestId());
    before.put(outcome, counted - 1);
    after.put(outcome, (Long) after.get(outcome) + 1);
    HashSum left = new HashSum(before.getIdHashHi(), before.getIdHashLo());
    left.remove(id);
    setIds(before, left);
    HashSum moved = new HashSum(after.getIdHashHi(), after.getIdHashLo());
    moved.add(id);
    setIds(after, moved);
    if (isEmpty(before)) {
      sums.remove(whole);
    }
  }

  private static LedgerRow emptyLike(LedgerRow row, long slice) {
    LedgerRow empty = LedgerRow.newBuilder(row).setSliceIndex(slice).build();
    COUNTS.forEach(count -> empty.put(count, 0L));
    setIds(empty, new HashSum());
    return empty;
  }

  private static void setIds(LedgerRow row, HashSum ids) {
    row.put("id_hash_hi", ids.hi());
    row.put("id_hash_lo", ids.lo());
  }

  private static boolean isEmpty(LedgerRow row) {
    return row.getIdHashHi() == 0
        && row.getIdHashLo() == 0
        && COUNTS.stream().allMatch(count -> (Long) row.get(count) == 0);
  }

  private static void addTo(LedgerRow sum, LedgerRow row) {
    for (String count : COUNTS) {
      sum.put(count, (Long) sum.get(count) + (Long) row.get(count));
    }
    HashSum hash = new HashSum(sum.getIdHashHi(), sum.getIdHashLo());
    hash.addAll(row.getIdHashHi(), row.getIdHashLo());
    setIds(sum, hash);
  }

  /** Writes the sums in order of lanes and slices. */
  void end() throws IOException {
    for (LedgerRow sum : sums.values()) {
      rows.row(sum);
    }
    sums.clear();
  }
}
