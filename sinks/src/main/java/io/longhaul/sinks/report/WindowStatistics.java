package io.longhaul.sinks.report;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.Map;

/**
 * Figures of one window: a run or a slice.
 *
 * @param distributions per metric its statistics in display units
 * @param values per metric its one value in display units (counts, totals, rates)
 */
public record WindowStatistics(
    Map<Metric, DistributionSummary> distributions, Map<Metric, Double> values) {}
