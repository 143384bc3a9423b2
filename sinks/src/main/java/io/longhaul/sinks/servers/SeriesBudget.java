package io.longhaul.sinks.servers;

/**
 * What may be kept in memory of all series together. When a run has more readings of gauges, its
 * percentiles are left out; when it has more slices, they are, for every series alike.
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
