package io.longhaul.report.servers;

import io.longhaul.sinks.servers.SeriesId;
import java.util.List;
import java.util.Map;

/**
 * AIPerf's statistics of one series over the window.
 *
 * @param help description of the metric on the page
 * @param statistics by AIPerf's names, in the order of its JSON; integers are {@code Long}
 * @param buckets growth of the cumulative buckets of a histogram by upper bound; empty for other
 *     types and for a histogram that was reset
 * @param slices empty if there are too many
 */
public record SeriesFigures(
    SeriesId id,
    String help,
    Map<String, Number> statistics,
    Map<String, Long> buckets,
    List<SeriesSlice> slices) {}
