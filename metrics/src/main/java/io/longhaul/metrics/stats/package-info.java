/**
 * Statistics: exact sums, distributions that merge in any order to the same bytes, percentiles and
 * rates, and statistics across runs. These classes know numbers only, not metrics.
 *
 * <p>May import {@code java.*}, HdrHistogram, whose grid and standard encoding this package uses,
 * and the distributions of Commons Statistics. The mutable classes ({@link
 * io.longhaul.metrics.stats.Distribution}, {@link io.longhaul.metrics.stats.Tally}) belong to one
 * thread at a time.
 */
@NullMarked
package io.longhaul.metrics.stats;

import org.jspecify.annotations.NullMarked;
