package io.longhaul.sinks.servers;

/**
 * How one page was scraped.
 *
 * @param windowStartEpochNanos its first scrape in the window; 0 when there was none
 * @param windowEndEpochNanos its last one
 * @param updates scrapes that told something else than the one before
 */
public record PageFigures(
    String url,
    long windowStartEpochNanos,
    long windowEndEpochNanos,
    long scrapes,
    long firstScrapeEpochNanos,
    long lastScrapeEpochNanos,
    double meanLatencyNanos,
    long updates,
    long firstUpdateEpochNanos,
    long lastUpdateEpochNanos,
    double medianUpdateIntervalNanos) {}
