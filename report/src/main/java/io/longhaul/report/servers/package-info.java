/**
 * Server metrics: turns the rows of {@code server_samples} into AIPerf's statistics of each series
 * and into Longhaul's slices.
 *
 * <p>Pure computation, one row after another; memory grows with the number of series and, up to
 * fixed limits, with their readings. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.servers;

import org.jspecify.annotations.NullMarked;
