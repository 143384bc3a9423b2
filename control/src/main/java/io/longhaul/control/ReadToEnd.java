package io.longhaul.control;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads partitions from a consumer's positions to given offsets. */
public final class ReadToEnd {
  private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);

  private final Consumer<byte[], byte[]> consumer;
  private final LongSupplier nanoTime;

  /**
   * Creates a reader.
   *
   * @param consumer has the partitions and positions to read from; used only by the caller's thread
   */
  public ReadToEnd(Consumer<byte[], byte[]> consumer) {
    this(consumer, System::nanoTime);
  }

  ReadToEnd(Consumer<byte[], byte[]> consumer, LongSupplier nanoTime) {
    this.consumer = consumer;
    this.nanoTime = nanoTime;
  }

  /**
   * Reads until the consumer has reached the offset of each partition.
   *
   * @param ends offset after the last wanted record, by partition
   * @param handler receives each record
   * @throws KafkaException if Kafka fails, or returns no records for 60 s
   */
  public void read(
      Map<TopicPartition, Long> ends,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> handler) {
    long readNanos = nanoTime.getAsLong();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL_TIMEOUT);
      records.forEach(handler);
      long now = nanoTime.getAsLong();
      if (!records.isEmpty()) {
        readNanos = now;
      } else if (now - readNanos > LONGEST_SILENCE.toNanos()) {
        throw new TimeoutException(
            "Kafka has returned no records for " + LONGEST_SILENCE.toSeconds() + " s");
      }
    }
  }
}
