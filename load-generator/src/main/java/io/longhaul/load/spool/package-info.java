/**
 * The spool: events on disk until Kafka has acknowledged them.
 *
 * <p>Contents: {@link io.longhaul.load.spool.SpoolFolder}, the folder of one generator, locked by
 * its process; {@link io.longhaul.load.spool.Spool}, the queue of records in its segment files; and
 * {@link io.longhaul.load.spool.Segment}, which reads the segments of a process that has ended. It
 * knows topics, partitions and bytes, but not the content of records.
 *
 * <p>Allowed imports: only {@code java.*}.
 *
 * <p>Threads: a spool belongs to the one thread that publishes; only its size may be read by
 * others.
 */
@NullMarked
package io.longhaul.load.spool;

import org.jspecify.annotations.NullMarked;
