/**
 * What stays on this machine: requests and answers whole, in a file per lane.
 *
 * <p>Lives here: {@link io.longhaul.load.keep.LaneExchangeStore}, which a lane's recording thread tells of
 * each exchange, and {@link io.longhaul.load.keep.FileExchangeStores}, which writes what it was told.
 * Without them, with {@link io.longhaul.load.keep.ExchangeStores#NONE}, nothing is kept.
 *
 * <p>May touch: the records of {@code io.longhaul.kept} and their grammar, {@code http} (the
 * request as it goes out), {@code plan} (secrets, which never get into a file) and {@code time}.
 * Never a topic.
 *
 * <p>Threads: a lane's exchanges belong to its recording thread until they have ended, then to the
 * one thread that writes the lane's file. What is held is bounded; what finds no room is not kept.
 */
package io.longhaul.load.keep;
