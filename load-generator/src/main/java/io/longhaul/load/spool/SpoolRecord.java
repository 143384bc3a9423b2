package io.longhaul.load.spool;

/**
 * A record of a lane, as it will be in Kafka.
 *
 * @param lane number of the lane in the process that wrote the record
 * @param seq sequence number of the record in that lane
 */
public record SpoolRecord(
    int lane, long seq, String topic, int partition, byte[] key, byte[] value) {}
