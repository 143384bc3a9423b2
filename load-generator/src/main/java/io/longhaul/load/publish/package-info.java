/**
 * The way of a lane's records out of this process.
 *
 * <p>Lives here: {@link io.longhaul.load.publish.EventPublisher}, which takes records and never
 * makes a recording thread wait, into Kafka ({@link io.longhaul.load.publish.KafkaEventPublisher})
 * or into a file ({@link io.longhaul.load.publish.FileEventPublisher}). It knows keys, bytes and
 * sequence numbers; what the bytes mean is not its business.
 *
 * <p>May touch: {@code java.*}, SLF4J and, in this room only, the Kafka producer.
 *
 * <p>Threads: recording threads offer, each into its own {@link
 * io.longhaul.load.publish.LanePublisher}; one thread per publisher sends; acknowledgements come on
 * the producer's own thread. Between them stands a queue with a bound in bytes.
 */
package io.longhaul.load.publish;
