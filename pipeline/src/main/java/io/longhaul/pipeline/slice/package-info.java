/**
 * Slices of event time and their aggregates, in total and by label set: sums, distributions,
 * errors, the quality of the measurement, and GPU gauges. The classes contain only numbers; other
 * packages add run and lane to the rows.
 *
 * <p>Allowed imports: {@code java.*}, {@code io.longhaul.metrics}, {@code io.longhaul.schema}, the
 * plan's records of {@code io.longhaul.wire} and the records of checkpoints. Mutable objects belong
 * to one key's state, and so to one thread at a time.
 */
@NullMarked
package io.longhaul.pipeline.slice;

import org.jspecify.annotations.NullMarked;
