package io.longhaul.benchmarks.fortnight;

import io.longhaul.kafka.KafkaConnection;
import io.longhaul.schema.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A log in Kafka, with the settings of a generator's producer. Used by one thread. */
public final class ProducerLog implements EventLog, AutoCloseable {
  private static final long MAX_BLOCK_MILLIS = 60_000;

  private final KafkaProducer<byte[], byte[]> producer;
  private final Admin admin;
  private final Topics topics;

  /** Set by the producer's thread. */
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  public ProducerLog(KafkaConnection kafka, Topics topics) {
    this.topics = topics;
    Map<String, Object> settings = kafka.properties();
    settings.putAll(
        Map.of(
            "acks",
            "all",
            "enable.idempotence",
            true,
            "max.block.ms",
            MAX_BLOCK_MILLIS,
            "linger.ms",
            50L,
            "batch.size",
            256 << 10,
            "buffer.memory",
            32L << 20,
            "compression.type",
            "lz4",
            "enable.metrics.push",
            false));
    this.admin = Admin.create(kafka.properties());
    this.producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if a record before this one could not be written
   */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the callback handles failures
  public void append(String topic, int partition, byte[] key, byte[] value) {
    requireNoFailure();
    producer.send(
        new ProducerRecord<>(topic, partition, key, value),
        (metadata, failed) -> {
          if (failed != null) {
            failure.compareAndSet(null, failed);
          }
        });
  }

  /**
   * Waits until the broker has acknowledged all records.
   *
   * @throws IllegalStateException if one of them could not be written
   */
  public void flush() {
    producer.flush();
    requireNoFailure();
  }

  private void requireNoFailure() {
    Exception failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("Cannot write to Kafka: " + failed.getMessage(), failed);
    }
  }

  /**
   * Deletes all records of the lanes and slices that are in the log now. The broker would delete
   * slices when they are older than the retention of their topic, but only by real time.
   */
  public void deleteAll() throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
    List<String> names = new ArrayList<>(topics.lanes());
    names.add(topics.slices());
    for (TopicDescription topic : admin.describeTopics(names).allTopicNames().get().values()) {
      topic
          .partitions()
          .forEach(
              each ->
                  partitions.put(
                      new TopicPartition(topic.name(), each.partition()), OffsetSpec.latest()));
    }
    Map<TopicPartition, RecordsToDelete> ends =
        admin.listOffsets(partitions).all().get().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    end -> RecordsToDelete.beforeOffset(end.getValue().offset())));
    admin.deleteRecords(ends).all().get();
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
