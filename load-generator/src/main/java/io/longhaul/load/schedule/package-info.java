/**
 * When requests are sent, and how many: pure sequences that know no clock and no network.
 *
 * <p>In an open loop {@link io.longhaul.load.schedule.PlannedArrivals} gives plan indices with
 * their times; in a closed one {@link io.longhaul.load.schedule.PlannedEntries} gives plan indices
 * and {@link io.longhaul.load.schedule.ConcurrencyGate} says when the next may go. What a request
 * asks lives in room {@code dataset}.
 *
 * <p>May touch java.* and room {@code plan}. Each object belongs to the event loop that sends; none
 * is safe for several threads.
 */
package io.longhaul.load.schedule;
