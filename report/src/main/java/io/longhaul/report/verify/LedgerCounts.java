package io.longhaul.report.verify;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.LedgerRow;
import io.longhaul.metrics.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/** The counts in a row of the ledger, and how two of them differ. */
final class LedgerCounts {
  private static final Outcome[] OUTCOMES = Outcome.values();

  /** Number of outcomes that a ledger counts: all except {@code lost}, which is the last one. */
  static final int COUNTED = OUTCOMES.length - 1;

  private static final int[] COLUMNS = columns();

  private LedgerCounts() {}

  private static int[] columns() {
    int[] columns = new int[COUNTED];
    for (int i = 0; i < COUNTED; i++) {
      Schema.Field field = LedgerRow.getClassSchema().getField(OUTCOMES[i].rowName());
      columns[i] = requireNonNull(field).pos();
    }
    return columns;
  }

  /** Returns the index of an outcome in arrays of counts. */
  @SuppressWarnings("EnumOrdinal") // only in memory, never stored
  static int indexOf(Outcome outcome) {
    return outcome.ordinal();
  }

  /** Returns the number of requests with the outcome of this index. */
  static long count(LedgerRow row, int outcome) {
    return (Long) row.get(COLUMNS[outcome]);
  }

  static long sum(LedgerRow row) {
    long sum = 0;
    for (int i = 0; i < COUNTED; i++) {
      sum += count(row, i);
    }
    return sum;
  }

  /** Adds the counts of a row to those by index. */
  static void add(LedgerRow row, long[] counts) {
    for (int i = 0; i < COUNTED; i++) {
      counts[i] += count(row, i);
    }
  }

  /** Returns the differing counts of two sources, such as {@code ok 20 and 19}; empty if none. */
  static String difference(long[] one, long[] other) {
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < OUTCOMES.length; i++) {
      if (one[i] != other[i]) {
        differences.add("%s %,d and %,d".formatted(OUTCOMES[i].rowName(), one[i], other[i]));
      }
    }
    return String.join(", ", differences);
  }
}
