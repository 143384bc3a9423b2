/**
 * Runs one after another, each a process of its own: a run gives way for good once its job runs,
 * and what one run leaves in a JVM is no business of the next. {@link
 * io.longhaul.cli.series.RunSeries} carries out whatever command lines it is given and knows
 * nothing of what they have in common; {@link io.longhaul.cli.series.RepeatedRuns} gives it the
 * same one several times and aggregates, {@link io.longhaul.cli.series.SweepSeries} and {@link
 * io.longhaul.cli.series.GenAiPerfSweepSeries} give it the cells or points of a sweep and compares.
 * On the thread of the command; interrupts come on one of the JVM's.
 */
package io.longhaul.cli.series;
