package io.longhaul.report.figures;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.Validity;

/** The facts of a request whose whole row has been read. Times are nanoseconds of the epoch. */
public final class RowFacts extends RequestColumn.Facts {
  private final RequestRow row;

  public RowFacts(RequestRow row) {
    this.row = row;
  }

  /** Returns whether the request of a row is a success. */
  public static boolean isValid(RequestRow row) {
    return Validity.of(new RowFacts(row)) == Validity.VALID;
  }

  @Override
  public Outcome outcome() {
    return Outcome.ofRow(row.getOutcome());
  }

  @Override
  long cell(RequestColumn column) {
    Object value = row.get(column.position());
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    return value == null ? NONE : ((Number) value).longValue();
  }
}
