/**
 * Computes the figures of a run from its committed rows: exact statistics of the run and of
 * AIPerf's time slices, one metric at a time from {@code requests}, and the figures of the
 * pipeline's summary.
 *
 * <p>Reads the lake only, and uses no JSON. Runs on the caller's thread; threads of its own read
 * requests ahead: one column, or for large runs up to four blocks.
 */
@NullMarked
package io.longhaul.report.figures;

import org.jspecify.annotations.NullMarked;
