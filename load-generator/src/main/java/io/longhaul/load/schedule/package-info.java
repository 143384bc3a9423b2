/**
 * Computes when requests are sent, and how many: pure sequences without a clock or network.
 *
 * <p>In an open loop, {@link io.longhaul.load.schedule.PlannedArrivals} yields plan indices with
 * their times. In a closed loop, {@link io.longhaul.load.schedule.PlannedEntries} yields plan
 * indices, and {@link io.longhaul.load.schedule.ConcurrencyGate} limits the requests in flight. The
 * content of requests comes from package {@code dataset}.
 *
 * <p>Allowed imports: {@code java.*} and package {@code plan}.
 *
 * <p>Threads: each object belongs to the event loop that sends; none is thread-safe.
 */
@NullMarked
package io.longhaul.load.schedule;

import org.jspecify.annotations.NullMarked;
