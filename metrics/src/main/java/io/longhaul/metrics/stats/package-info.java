/**
 * Many numbers into few: exact sums, distributions that merge in any order to the same bytes,
 * percentiles and rates, and how a figure differs from run to run. Knows numbers only, not which
 * metric they belong to.
 *
 * <p>May touch {@code java.*}, HdrHistogram, whose grid and standard encoding it speaks, and the
 * distributions of Commons Statistics. The mutable classes ({@link
 * io.longhaul.metrics.stats.Distribution}, {@link io.longhaul.metrics.stats.Tally}) belong to one
 * thread at a time.
 */
package io.longhaul.metrics.stats;
