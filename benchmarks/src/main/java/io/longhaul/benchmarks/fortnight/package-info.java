/**
 * The parts of the benchmark {@link io.longhaul.benchmarks.Fortnight}: a synthetic run, its
 * expected totals, and the figures of each simulated day.
 *
 * <p>Content: {@code SyntheticRun} writes the lanes of a run with the codecs of the wire format;
 * {@code RunTotals} are its totals by the generator's own arithmetic, and {@code LakeTotals}
 * compares them with a lake; {@code DayFigures} are measured after each day, and {@code FlatFigure}
 * decides whether one of them grows.
 *
 * <p>Allowed imports: {@code schemas}, {@code metrics}, {@code sinks}, {@code report}, and the
 * Kafka client.
 *
 * <p>Threads: none.
 */
@NullMarked
package io.longhaul.benchmarks.fortnight;

import org.jspecify.annotations.NullMarked;
