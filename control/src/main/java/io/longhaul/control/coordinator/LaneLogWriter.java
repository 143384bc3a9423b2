package io.longhaul.control.coordinator;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.load.publish.DeliveryOutage;
import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.LanePublisher;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.RecordKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Appends the records of the coordinator: events to its own lane and verdicts to other lanes.
 * Preserves the order within each partition. Retries each record until Kafka acknowledges it, for
 * as long as the process lives, because a gap in the coordinator's lane would block the run.
 * Thread-safe.
 */
final class LaneLogWriter implements AutoCloseable {
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(60);

  private final EventCodecs codecs = new EventCodecs();
  private final KafkaEventPublisher publisher;
  private final Map<LaneLocation, Partition> partitions = new HashMap<>();
  private boolean hasLost;

  /** One partition; its sequence number counts the records of all lanes. */
  private static final class Partition {
    private final LanePublisher outlet;
    private long nextSeq;

    Partition(LanePublisher outlet) {
      this.outlet = outlet;
    }

    boolean offer(byte[] key, byte[] value) {
      return outlet.offer(nextSeq++, key, value);
    }
  }

  LaneLogWriter(KafkaCluster cluster) {
    Map<String, Object> connection = cluster.connection();
    // Other processes wait for these records.
    connection.put("linger.ms", 0);
    this.publisher = new KafkaEventPublisher(connection, "coordinator");
  }

  /**
   * Appends a record without waiting for the acknowledgement.
   *
   * @throws KafkaException if the buffer is full or an earlier record was lost
   */
  synchronized void append(LaneLocation place, RecordKey key, SpecificRecordBase event) {
    requireNothingLost();
    Partition partition =
        partitions.computeIfAbsent(
            place, any -> new Partition(publisher.open(any.topic(), any.partition())));
    if (!partition.offer(key.toBytes(), codecs.encode(key.kind(), event))) {
      throw new KafkaException("Cannot append: the buffer for Kafka is full");
    }
  }

  /**
   * Returns whether Kafka has acknowledged all records.
   *
   * @throws KafkaException if a record was lost
   */
  synchronized boolean isFlushed() {
    boolean flushed = publisher.flush(Duration.ZERO);
    // Check after the flush: a lost record is reported before it counts as flushed.
    requireNothingLost();
    return flushed;
  }

  /** Returns the current Kafka outage; empty while Kafka acknowledges records. */
  Optional<DeliveryOutage> outage() {
    return publisher.outage();
  }

  /** Throws in every call after a loss, since several threads append. */
  private synchronized void requireNothingLost() {
    for (Partition partition : partitions.values()) {
      hasLost |= !partition.outlet.takeLost().isEmpty();
    }
    if (hasLost) {
      throw new KafkaException(publisher.trouble().orElse("Cannot append: Kafka rejected it"));
    }
  }

  /**
   * Waits until all records are acknowledged.
   *
   * @throws KafkaException if a record was lost, or they are not acknowledged within 60 s
   */
  void flush() {
    flush(FLUSH_TIMEOUT);
  }

  void flush(Duration timeout) {
    boolean flushed = publisher.flush(timeout);
    requireNothingLost();
    if (!flushed) {
      throw new TimeoutException(
          "Kafka has not acknowledged the records for %d s".formatted(timeout.toSeconds()));
    }
  }

  @Override
  public void close() {
    publisher.close();
  }
}
