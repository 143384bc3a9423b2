/**
 * The metrics of a measurement. {@link io.longhaul.metrics.Metric} defines the name, unit and kind
 * of each metric, {@link io.longhaul.metrics.RequestFormulas} its formula for one request, and
 * {@link io.longhaul.metrics.DerivedMetrics} the totals and rates of a window. The facts of a
 * request come from a {@link io.longhaul.metrics.RequestTrace} or from a row. No other module
 * defines a formula.
 *
 * <p>May import {@code java.*} and the packages below it. Everything here is a value or a pure
 * function: no clock, no input or output, no threads.
 */
@NullMarked
package io.longhaul.metrics;

import org.jspecify.annotations.NullMarked;
