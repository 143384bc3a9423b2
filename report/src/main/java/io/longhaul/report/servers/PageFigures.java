package io.longhaul.report.servers;

/**
 * The scrapes of one metrics page.
 *
 * @param windowStartEpochNanos first scrape in the window; 0 if there was none
 * @param windowEndEpochNanos last scrape in the window
 * @param updates scrapes that differ from the previous one
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
