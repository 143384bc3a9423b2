package io.longhaul.load.scrape.prometheus;

import java.util.List;
import java.util.Map;

/**
 * The parsed content of a metrics page.
 *
 * @param samples samples in the order of the page; no two have the same name and labels
 * @param types types from {@code # TYPE} lines, by metric name
 * @param help texts from {@code # HELP} lines, by metric name
 */
public record MetricsPage(
    List<PrometheusSample> samples, Map<String, String> types, Map<String, String> help) {}
