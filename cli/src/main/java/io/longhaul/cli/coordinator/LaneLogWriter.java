package io.longhaul.cli.coordinator;

import io.longhaul.load.publish.KafkaEventPublisher;
import io.longhaul.load.publish.LaneOutlet;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.KafkaException;

/**
 * Appends records to lanes: the coordinator's own, and verdicts to others'. In order for each
 * partition, and never given up: a record is held and sent again until Kafka acknowledges it, for
 * as long as the process lives, since a gap in the coordinator's lane would hold up the run. Any
 * thread.
 */
final class LaneLogWriter implements AutoCloseable {
  private static final Duration UNLIMITED = Duration.ofDays(3650);

  private final EventCodecs codecs = new EventCodecs();
  private final KafkaEventPublisher publisher;
  private final Map<LaneLocation, Partition> partitions = new HashMap<>();

  /** What goes into one partition; its seq counts all records, whatever lanes they belong to. */
  private static final class Partition {
    private final LaneOutlet outlet;
    private long nextSeq;

    Partition(LaneOutlet outlet) {
      this.outlet = outlet;
    }

    boolean offer(byte[] key, byte[] value) {
      return outlet.offer(nextSeq++, key, value);
    }
  }

  LaneLogWriter(KafkaCluster cluster) {
    Map<String, Object> connection = cluster.connection();
    // Others wait for what is written here.
    connection.put("linger.ms", 0);
    this.publisher = new KafkaEventPublisher(connection, "coordinator");
  }

  /**
   * Appends one record, without waiting for it.
   *
   * @throws KafkaException when nothing can be taken, or an earlier record was lost
   */
  synchronized void append(LaneLocation place, RecordKey key, SpecificRecordBase event) {
    requireNothingLost();
    Partition partition =
        partitions.computeIfAbsent(
            place, any -> new Partition(publisher.open(any.topic(), any.partition())));
    if (!partition.offer(key.toBytes(), codecs.encode(key.kind(), event))) {
      throw new KafkaException("Cannot append: too much waits for Kafka already");
    }
  }

  /**
   * Whether Kafka has acknowledged everything.
   *
   * @throws KafkaException when a record was lost
   */
  synchronized boolean isFlushed() {
    boolean flushed = publisher.flush(Duration.ZERO);
    // After the question: a loss is known before it counts as settled.
    requireNothingLost();
    return flushed;
  }

  /** Since when Kafka has acknowledged nothing; empty while it does. */
  Optional<Instant> awaySince() {
    return publisher.awaySince();
  }

  private void requireNothingLost() {
    for (Partition partition : partitions.values()) {
      if (!partition.outlet.takeLost().isEmpty()) {
        throw new KafkaException(publisher.trouble().orElse("Cannot append: Kafka refused it"));
      }
    }
  }

  /** Waits until everything is acknowledged, for as long as it takes. */
  void flush() {
    publisher.flush(UNLIMITED);
  }

  @Override
  public void close() {
    publisher.close();
  }
}
