package io.longhaul.sinks.servers;

import java.util.List;
import java.util.Map;

/**
 * One series over the observation, in AIPerf's statistics.
 *
 * @param help what the page says of the metric
 * @param statistics by AIPerf's names, in the order of its JSON; whole numbers are {@code Long}
 * @param buckets what a histogram's buckets grew by, by upper bound, those of the buckets before
 *     included; empty when it is none, or fell
 * @param slices empty when there are too many to be kept
 */
public record SeriesFigures(
    SeriesId id,
    String help,
    Map<String, Number> statistics,
    Map<String, Long> buckets,
    List<SeriesSlice> slices) {}
