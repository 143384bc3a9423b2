package io.longhaul.sinks.report;

/**
 * The number of rows of a run in a dataset.
 *
 * @param expected number in the run's summary; {@link #NOT_EXPECTED} if it contains none
 * @param found number of rows found
 */
public record DatasetRows(String dataset, long expected, long found) {
  public static final long NOT_EXPECTED = -1;

  public boolean isComplete() {
    return expected == NOT_EXPECTED || found >= expected;
  }
}
