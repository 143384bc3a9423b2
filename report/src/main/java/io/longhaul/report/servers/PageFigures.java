package io.longhaul.report.servers;

/**
 * The scrapes of one metrics page.
 *
 * @param updates scrapes that differ from the previous one
 */
public record PageFigures(
    String url,
    long scrapes,
    long firstScrapeEpochNanos,
    long lastScrapeEpochNanos,
    double meanLatencyNanos,
    long updates,
    long firstUpdateEpochNanos,
    long lastUpdateEpochNanos,
    double medianUpdateIntervalNanos) {}
