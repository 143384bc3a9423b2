package io.longhaul.cli.coordinator;

import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.RecordKey;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Appends records to lanes: the coordinator's own, and verdicts to others'. In order, never given
 * up: a record that cannot be delivered is tried for as long as the process lives, since a hole in
 * the coordinator's lane would hold up the run. For one thread.
 */
final class LaneLog implements AutoCloseable {
  private static final int LONGEST_BLOCK_MILLIS = 5_000;

  private final EventCodecs codecs = new EventCodecs();
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicLong unacknowledged = new AtomicLong();
  private volatile Exception failure;

  LaneLog(KafkaCluster cluster) {
    Map<String, Object> settings = cluster.connection();
    settings.put("acks", "all");
    settings.put("linger.ms", 0);
    settings.put("enable.idempotence", true);
    settings.put("max.block.ms", LONGEST_BLOCK_MILLIS);
    settings.put("delivery.timeout.ms", Integer.MAX_VALUE);
    this.producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Appends one record, without waiting for it.
   *
   * @throws KafkaException when nothing can be taken, or an earlier record was lost
   */
  void append(LanePlace place, RecordKey key, SpecificRecordBase event) {
    requireNothingLost();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            place.topic(), place.partition(), key.toBytes(), codecs.encode(key.kind(), event));
    unacknowledged.incrementAndGet();
    Future<RecordMetadata> unused =
        producer.send(
            record,
            (where, problem) -> {
              if (problem != null) {
                failure = problem;
              }
              unacknowledged.decrementAndGet();
            });
  }

  /**
   * Whether Kafka has acknowledged everything.
   *
   * @throws KafkaException when a record was lost
   */
  boolean isFlushed() {
    boolean flushed = unacknowledged.get() == 0;
    // After the count: what is lost is told before it is counted.
    requireNothingLost();
    return flushed;
  }

  private void requireNothingLost() {
    if (failure != null) {
      throw new KafkaException("Cannot append: " + failure.getMessage(), failure);
    }
  }

  /** Waits until everything is acknowledged, for as long as it takes. */
  void flush() {
    producer.flush();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }
}
