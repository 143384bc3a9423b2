package io.longhaul.benchmarks.chaos;

import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes records into the log of a run that no process of the run has written. */
final class PlantedRecords {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration READ_TIMEOUT = Duration.ofMinutes(1);
  private static final int NEWEST_RECORDS = 100;
  private static final int VALUE_BYTES = 200;

  /** An event about a second ahead of a lane's newest one, so that no other takes its place. */
  private static final int EVENTS_AHEAD = 8;

  private final String bootstrap;
  private final String topic;
  private final String runId;
  private final Random random;

  PlantedRecords(String bootstrap, String topic, String runId, long seed) {
    this.bootstrap = bootstrap;
    this.topic = topic;
    this.runId = runId;
    this.random = new Random(seed);
  }

  /** Writes random bytes. */
  RecordMetadata garbage() throws ExecutionException, InterruptedException {
    return write(new ProducerRecord<>(topic, 0, randomBytes(), randomBytes()));
  }

  /** Writes a copy of an event of the run; empty if the log has none yet. */
  Optional<RecordMetadata> repeat() throws ExecutionException, InterruptedException {
    Optional<ConsumerRecord<byte[], byte[]>> newest = newest(key -> !key.kind().isVerdict());
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    ConsumerRecord<byte[], byte[]> copied = newest.get();
    return Optional.of(
        write(new ProducerRecord<>(topic, copied.partition(), copied.key(), copied.value())));
  }

  /** Takes the place of an event that a generator will write; empty if none writes. */
  Optional<RecordMetadata> corrupt() throws ExecutionException, InterruptedException {
    Optional<ConsumerRecord<byte[], byte[]>> newest =
        newest(key -> key.kind() == EventKind.REQUEST_FRAGMENT);
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    RecordKey key = RecordKey.parse(newest.get().key()).orElseThrow();
    RecordKey next =
        RecordKey.event(runId, key.laneId(), EventKind.REQUEST_FRAGMENT, key.seq() + EVENTS_AHEAD);
    return Optional.of(
        write(
            new ProducerRecord<>(topic, newest.get().partition(), next.toBytes(), randomBytes())));
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[VALUE_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  private RecordMetadata write(ProducerRecord<byte[], byte[]> record)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      return producer.send(record).get();
    }
  }

  private Optional<ConsumerRecord<byte[], byte[]>> newest(Predicate<RecordKey> wanted) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      ends.forEach((partition, end) -> consumer.seek(partition, Math.max(0, end - NEWEST_RECORDS)));
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
      while (System.nanoTime() < deadline && isBefore(consumer, ends)) {
        consumer.poll(POLL).forEach(records::add);
      }
      return records.stream()
          .filter(
              record ->
                  RecordKey.parse(record.key())
                      .filter(key -> key.runId().equals(runId))
                      .filter(wanted)
                      .isPresent())
          .max((one, other) -> Long.compare(one.timestamp(), other.timestamp()));
    }
  }

  private static boolean isBefore(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
  }
}
