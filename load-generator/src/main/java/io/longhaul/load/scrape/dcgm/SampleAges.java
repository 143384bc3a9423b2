package io.longhaul.load.scrape.dcgm;

import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapedGpu;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Computes the age of an exporter's values at the time of a scrape. An exporter samples its GPUs at
 * its own, often slower rate and repeats a sample until the next one is available. If the page
 * contains timestamps, they determine the age. Otherwise a sample's age counts from the first of
 * consecutive scrapes that returned identical values. Not thread-safe.
 */
final class SampleAges {
  private final InstantSource wallClock;
  private Map<ScrapedGpu, FirstScrape> firstScrapes = Map.of();

  /** A reading and the time of the first scrape that returned it. */
  private record FirstScrape(GpuValues reading, long sinceNanos) {
    boolean hasValuesOf(GpuValues other) {
      return reading.values().equals(other.values())
          && reading.asScraped().equals(other.asScraped());
    }
  }

  /**
   * @param wallClock this host's wall clock, which exporters' timestamps are compared with
   */
  SampleAges(InstantSource wallClock) {
    this.wallClock = wallClock;
  }

  /**
   * Returns the readings of a scrape with their ages.
   *
   * @param newestEpochMillis the newest timestamp on the page for each GPU that has any
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
