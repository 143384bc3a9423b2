package io.longhaul.load.scrape.prometheus;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a metrics page.
 *
 * @param name name of the metric
 * @param labels labels in the order of the page
 * @param value the value; may be NaN or infinite
 * @param timestampEpochMillis timestamp of the value on the page, or null
 */
public record PrometheusSample(
    String name, Map<String, String> labels, double value, @Nullable Long timestampEpochMillis) {}
