package io.longhaul.report.servers;

/**
 * The memory limit of all series together. If a run has more readings of gauges than this,
 * percentiles are omitted for all series; if it has more slices, slices are omitted for all series.
 */
final class SeriesBudget {
  /** 40 MB. */
  private static final long MOST_READINGS = 5_000_000;

  private static final long MOST_SLICES = 500_000;

  private final long mostReadings;
  private final long mostSlices;
  private long readings;
  private long slices;

  SeriesBudget() {
    this(MOST_READINGS, MOST_SLICES);
  }

  SeriesBudget(long mostReadings, long mostSlices) {
    this.mostReadings = mostReadings;
    this.mostSlices = mostSlices;
  }

  void reading() {
    readings++;
  }

  void slice() {
    slices++;
  }

  boolean keepsReadings() {
    return readings <= mostReadings;
  }

  boolean keepsSlices() {
    return slices <= mostSlices;
  }
}
