package io.longhaul.report.servers;

import java.util.Map;

/**
 * One of AIPerf's slices of a series, which start at the first scrape of the page.
 *
 * @param complete whether it has the full length
 * @param figures by AIPerf's names, in the order of its JSON; integers are {@code Long}
 * @param buckets as in {@link SeriesFigures}
 */
public record SeriesSlice(
    long startEpochNanos,
    long endEpochNanos,
    boolean complete,
    Map<String, Number> figures,
    Map<String, Long> buckets) {}
