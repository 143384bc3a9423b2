/**
 * The arithmetic of a measurement: what happened to one request ({@link
 * io.longhaul.metrics.RequestTrace}) becomes its figures ({@link
 * io.longhaul.metrics.RequestMetrics}), and {@link io.longhaul.metrics.Metric} says what each
 * figure is called, counted in and computed from. This is the one place where time to first token
 * is defined.
 *
 * <p>May touch {@code java.*} and the rooms below it. Everything here is a value or a pure
 * function: no clock, no input or output, no thread of its own.
 */
package io.longhaul.metrics;
