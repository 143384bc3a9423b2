/**
 * Stores requests and responses on this machine, in one file per lane.
 *
 * <p>Contents: {@link io.longhaul.load.keep.LaneExchangeStore}, which receives each exchange from a
 * lane's recording thread, and {@link io.longhaul.load.keep.FileExchangeStores}, which writes them
 * to files. {@link io.longhaul.load.keep.ExchangeStores#NONE} stores nothing.
 *
 * <p>Allowed imports: the records of {@code io.longhaul.kept} and their codec, {@code http} (the
 * request as sent), {@code plan} (secrets, which are redacted) and {@code time}. No Kafka topic
 * contains this data.
 *
 * <p>Threads: an exchange belongs to the recording thread of its lane until it has ended, and then
 * to the one thread that writes the lane's file. Memory is limited; exchanges that exceed the limit
 * are not stored.
 */
@NullMarked
package io.longhaul.load.keep;

import org.jspecify.annotations.NullMarked;
