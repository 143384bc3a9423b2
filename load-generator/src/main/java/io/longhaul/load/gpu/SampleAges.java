package io.longhaul.load.gpu;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How old an exporter's values are when they are scraped. An exporter samples its GPUs in a rhythm
 * of its own, often a slower one, and shows a sample until it has the next: with its time where it
 * tells one; else a GPU's sample is as old as the first scrape in a row that showed the very same.
 * One thread at a time.
 */
final class SampleAges {
  private final InstantSource wallClock;
  private Map<ScrapedGpu, Shown> shown = Map.of();

  /** A reading, and when it was scraped for the first time. */
  private record Shown(GpuValues reading, long sinceNanos) {
    boolean isOf(GpuValues other) {
      return reading.values().equals(other.values())
          && reading.asScraped().equals(other.asScraped());
    }
  }

  /**
   * @param wallClock of this host, as exporters take their times from theirs
   */
  SampleAges(InstantSource wallClock) {
    this.wallClock = wallClock;
  }

  /**
   * The readings of a scrape with their ages.
   *
   * @param newestEpochMillis the newest time that the page has of a GPU's values; GPUs without one
   *     are not in it
   */
  List<GpuValues> dated(
      List<GpuValues> readings, Map<ScrapedGpu, Long> newestEpochMillis, long atNanos) {
    Map<ScrapedGpu, Shown> now = new HashMap<>();
    List<GpuValues> dated = new ArrayList<>(readings.size());
    for (GpuValues reading : readings) {
      Shown before = shown.get(reading.gpu());
      Shown since = before != null && before.isOf(reading) ? before : new Shown(reading, atNanos);
      now.put(reading.gpu(), since);
      Long told = newestEpochMillis.get(reading.gpu());
      dated.add(reading.aged(told == null ? atNanos - since.sinceNanos() : age(told)));
    }
    shown = now;
    return dated;
  }

  private long age(long epochMillis) {
    return Math.max(0, TimeUnit.MILLISECONDS.toNanos(wallClock.millis() - epochMillis));
  }
}
