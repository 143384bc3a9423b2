/**
 * The aggregate of several runs of one command: the figures in each run's document, and their
 * statistics across runs.
 *
 * <p>Reads no lake and writes nothing; {@code aiperf} writes the documents of the aggregate. Runs
 * on the caller's thread.
 */
@NullMarked
package io.longhaul.report.aggregate;

import org.jspecify.annotations.NullMarked;
