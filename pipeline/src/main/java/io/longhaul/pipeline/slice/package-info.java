/**
 * Stretches of event time and what counts in them, of everything and by label set: sums,
 * distributions, errors, the quality of the measurement, and GPU gauges. They know numbers only;
 * run and lane are stamped on rows elsewhere.
 *
 * <p>Touches {@code java.*}, {@code io.longhaul.metrics}, {@code io.longhaul.schema} and the plan's
 * words of {@code io.longhaul.wire}. What is mutable here belongs to one key's state, and so to one
 * thread at a time; every form that lies in a checkpoint begins with its version.
 */
package io.longhaul.pipeline.slice;
