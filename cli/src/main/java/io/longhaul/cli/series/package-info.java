/**
 * Sequences of runs, each in its own process: a run lowers its CPU priority permanently, and the
 * state of its JVM must not affect the next run. {@link io.longhaul.cli.series.RunSeries} executes
 * the command lines that it is given. {@link io.longhaul.cli.series.RepeatedRuns} executes the same
 * one several times and aggregates the results; {@link io.longhaul.cli.series.SweepSeries} and
 * {@link io.longhaul.cli.series.GenAiPerfSweepSeries} execute the cells or points of a sweep and
 * compare them. Runs on the command's thread; interrupts arrive on a thread of the JVM.
 */
@NullMarked
package io.longhaul.cli.series;

import org.jspecify.annotations.NullMarked;
