/**
 * What was going on at each moment: step functions of time, summed over the requests that were
 * under way, and their statistics weighted by time. AIPerf's {@code effective_*}, {@code active_*}
 * and {@code tokens_in_flight}.
 *
 * <p>May touch {@code java.*} and {@code io.longhaul.metrics}. Heights are whole numbers in stored
 * units, so that no order of the requests makes a difference. Mutable builders belong to one
 * thread; curves are values.
 */
package io.longhaul.metrics.sweep;
