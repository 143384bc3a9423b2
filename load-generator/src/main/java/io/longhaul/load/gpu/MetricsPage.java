package io.longhaul.load.gpu;

import java.util.List;
import java.util.Map;

/**
 * All that a page of metrics says.
 *
 * @param samples its samples, in the order of the page; no two have the same name and labels
 * @param types what {@code # TYPE} lines say, by the name of the metric
 * @param help what {@code # HELP} lines say, likewise
 */
public record MetricsPage(
    List<PrometheusSample> samples, Map<String, String> types, Map<String, String> help) {}
