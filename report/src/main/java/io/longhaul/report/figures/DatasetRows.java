package io.longhaul.report.figures;

import java.util.OptionalLong;

/**
 * The number of rows of a run in a dataset.
 *
 * @param expected number in the run's summary; empty if it contains none
 * @param found number of rows found
 */
public record DatasetRows(String dataset, OptionalLong expected, long found) {
  public boolean isComplete() {
    return expected.isEmpty() || found >= expected.getAsLong();
  }
}
