/**
 * Many numbers into few: exact sums, distributions that merge in any order to the same bytes,
 * percentiles and rates. Knows numbers in stored units only, not which metric they belong to.
 *
 * <p>May touch {@code java.*} and HdrHistogram, whose grid and standard encoding it speaks. The
 * mutable classes ({@link io.longhaul.metrics.stats.Distribution}, {@link
 * io.longhaul.metrics.stats.Tally}) belong to one thread at a time.
 */
package io.longhaul.metrics.stats;
