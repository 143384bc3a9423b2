/**
 * Concurrency and throughput at each moment: step functions of time, summed over the requests in
 * flight, and their time-weighted statistics. AIPerf's {@code effective_*}, {@code active_*} and
 * {@code tokens_in_flight}.
 *
 * <p>May import {@code java.*} and {@code io.longhaul.metrics}. Heights are integers in stored
 * units, so that the order of requests does not matter. Builders belong to one thread; curves are
 * immutable, and threads of the common pool compute their statistics.
 */
@NullMarked
package io.longhaul.metrics.sweep;

import org.jspecify.annotations.NullMarked;
