/**
 * What Longhaul costs and how true it measures, each as a ratio to something bare or to another
 * tool, from one run on one machine. Nobody imports this module, and no test looks at its figures.
 *
 * <p>Lives here: one class per benchmark. Those that measure whole processes have a {@code main}
 * and print one table; the small ones are JMH's.
 *
 * <p>May touch: every module, and the libraries that a bare loop needs.
 *
 * <p>Threads: a benchmark is its main thread. What it measures runs in processes of its own (room
 * {@code subject}), so that one's garbage and compiled code are not another's.
 */
package io.longhaul.benchmarks;
