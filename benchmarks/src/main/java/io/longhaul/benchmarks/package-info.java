/**
 * Benchmarks of Longhaul's cost and accuracy. Each figure is a ratio to a minimal program or to
 * another tool, from one run on one machine. No module imports this one, and no test depends on its
 * figures.
 *
 * <p>Content: one class per benchmark. Benchmarks of whole processes have a {@code main} method and
 * print one table; the small ones use JMH.
 *
 * <p>Allowed imports: every module, and the libraries of the minimal programs.
 *
 * <p>Threads: a benchmark runs on its main thread. Subjects run in separate processes (package
 * {@code subject}), so that garbage and compiled code of one do not affect another.
 */
@NullMarked
package io.longhaul.benchmarks;

import org.jspecify.annotations.NullMarked;
