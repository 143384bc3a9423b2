/**
 * What inference servers told of themselves: from the rows of {@code server_samples} to AIPerf's
 * statistics of each series, and to Longhaul's slices. Pure computation, one row after the other;
 * what is kept grows with the number of series and, up to stated counts, with their readings. Runs
 * on the caller's thread.
 */
package io.longhaul.sinks.servers;
