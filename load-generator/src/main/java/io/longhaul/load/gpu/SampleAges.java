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
  private Map<ScrapedGpu, FirstScrape> firstScrapes = Map.of();

  /** A reading, and when it was scraped for the first time. */
  private record FirstScrape(GpuValues reading, long sinceNanos) {
    boolean hasValuesOf(GpuValues other) {
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
  List<GpuValues> withAges(
      List<GpuValues> readings, Map<ScrapedGpu, Long> newestEpochMillis, long atNanos) {
    Map<ScrapedGpu, FirstScrape> now = new HashMap<>();
    List<GpuValues> withAges = new ArrayList<>(readings.size());
    for (GpuValues reading : readings) {
      FirstScrape before = firstScrapes.get(reading.gpu());
      FirstScrape first =
          before != null && before.hasValuesOf(reading)
              ? before
              : new FirstScrape(reading, atNanos);
      now.put(reading.gpu(), first);
      Long declared = newestEpochMillis.get(reading.gpu());
      withAges.add(
          reading.withAge(declared == null ? atNanos - first.sinceNanos() : age(declared)));
    }
    firstScrapes = now;
    return withAges;
  }

  private long age(long epochMillis) {
    return Math.max(0, TimeUnit.MILLISECONDS.toNanos(wallClock.millis() - epochMillis));
  }
}
