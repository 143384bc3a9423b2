package io.longhaul.load.gpu;

import java.util.Map;

/**
 * One line of a page of metrics.
 *
 * @param name the metric's name
 * @param labels its labels, in the order of the page
 * @param value the value; NaN and infinities are values here
 * @param timestampEpochMillis the exporter's own time of the value; null when it has none
 */
public record PrometheusSample(
    String name, Map<String, String> labels, double value, Long timestampEpochMillis) {}
