package io.longhaul.sinks.report;

/**
 * How many rows of a run a dataset has.
 *
 * @param promised what the run's summary says there must be; {@link #NOT_PROMISED} when it says
 *     nothing
 * @param found what is there
 */
public record DatasetRows(String dataset, long promised, long found) {
  public static final long NOT_PROMISED = -1;

  public boolean isComplete() {
    return promised == NOT_PROMISED || found >= promised;
  }
}
