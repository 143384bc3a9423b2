package io.longhaul.sinks.servers;

import java.util.Map;

/**
 * A stretch of a series as AIPerf cuts it: from the page's first scrape on.
 *
 * @param complete whether it has its full length
 * @param figures by AIPerf's names, in the order of its JSON; whole numbers are {@code Long}
 * @param buckets as of {@link SeriesFigures}
 */
public record SeriesSlice(
    long startEpochNanos,
    long endEpochNanos,
    boolean complete,
    Map<String, Number> figures,
    Map<String, Long> buckets) {}
