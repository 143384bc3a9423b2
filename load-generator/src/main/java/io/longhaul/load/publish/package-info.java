/**
 * Publishes the records of lanes.
 *
 * <p>Contents: {@link io.longhaul.load.publish.EventPublisher}, which accepts records without
 * blocking recording threads and delivers them to Kafka ({@link
 * io.longhaul.load.publish.KafkaEventPublisher}). It knows keys, bytes and sequence numbers, but
 * not the content of records.
 *
 * <p>Allowed imports: {@code java.*}, {@code spool}, the threads of {@code time}, SLF4J and, only
 * in this package, the Kafka producer.
 *
 * <p>Threads: each recording thread offers records to its own {@link
 * io.longhaul.load.publish.LanePublisher}. One thread per publisher writes them to the spool and
 * sends them. Acknowledgements arrive on the producer's thread. Between the first two is a queue
 * with a limit in bytes.
 */
@NullMarked
package io.longhaul.load.publish;

import org.jspecify.annotations.NullMarked;
