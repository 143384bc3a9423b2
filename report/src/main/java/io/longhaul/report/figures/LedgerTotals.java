package io.longhaul.report.figures;

import io.longhaul.export.LedgerRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.sinks.RowPhase;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The outcomes of requests according to the ledgers of the lanes, which the generators count
 * independently: {@code requests} is checked against them.
 *
 * @param profiling requests per outcome
 * @param warmup the same for the warm-up
 */
public record LedgerTotals(Map<Outcome, Long> profiling, Map<Outcome, Long> warmup) {

  static LedgerTotals of(Iterable<LedgerRow> rows) {
    Map<Outcome, Long> profiling = new EnumMap<>(Outcome.class);
    Map<Outcome, Long> warmup = new EnumMap<>(Outcome.class);
    for (LedgerRow row : rows) {
      if (!row.getTotals()) {
        add(row, RowPhase.WARMUP.matches(row.getPhase()) ? warmup : profiling);
      }
    }
    return new LedgerTotals(
        Collections.unmodifiableMap(profiling), Collections.unmodifiableMap(warmup));
  }

  private static void add(LedgerRow row, Map<Outcome, Long> sums) {
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.LOST) {
        sums.merge(outcome, (Long) row.get(outcome.rowName()), Long::sum);
      }
    }
  }
}
