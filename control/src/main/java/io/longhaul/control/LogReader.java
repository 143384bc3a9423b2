package io.longhaul.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads partitions on its own thread until it is closed. Replaces a failed consumer by a new one
 * that continues at the same offsets, so no record is skipped or delivered twice.
 */
public final class LogReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);
  private static final long REPLACE_AFTER_MILLIS = 500;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Collection<TopicPartition> partitions;
  private final Map<TopicPartition, Long> positions;
  private final Duration pollTimeout;
  private final java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> handler;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Consumer<byte[], byte[]> consumer;

  /**
   * Creates a reader; {@link #start} starts it.
   *
   * @param name name of the thread
   * @param consumers creates consumers, on the reading thread
   * @param from first offset of each partition; the partition's end where none is given
   * @param handler receives each record, on the reading thread
   */
  public LogReader(
      String name,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Collection<TopicPartition> partitions,
      Map<TopicPartition, Long> from,
      Duration pollTimeout,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> handler) {
    this.consumers = consumers;
    this.partitions = List.copyOf(partitions);
    this.positions = new ConcurrentHashMap<>(from);
    this.pollTimeout = pollTimeout;
    this.handler = handler;
    this.thread = new Thread(this::readUntilClosed, name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Returns the offset after the last record that was read; -1 if unknown. Thread-safe. */
  public long position(TopicPartition partition) {
    return positions.getOrDefault(partition, -1L);
  }

  private void readUntilClosed() {
    while (!isClosed()) {
      try {
        readWithOneConsumer();
      } catch (WakeupException e) {
        // Closed.
      } catch (KafkaException e) {
        LOG.warn("Cannot read {}, trying again: {}", partitions, e.getMessage());
        pause();
      }
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void pause() {
    try {
      boolean unused = closed.await(REPLACE_AFTER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed.countDown();
    }
  }

  private void readWithOneConsumer() {
    Consumer<byte[], byte[]> reading = consumers.get();
    try {
      consumer = reading;
      reading.assign(partitions);
      List<TopicPartition> unpositioned = new ArrayList<>(partitions);
      unpositioned.removeAll(positions.keySet());
      positions.forEach(reading::seek);
      if (!unpositioned.isEmpty()) { // Kafka interprets an empty list as all partitions
        reading.seekToEnd(unpositioned);
      }
      while (!isClosed()) {
        for (ConsumerRecord<byte[], byte[]> record : reading.poll(pollTimeout)) {
          handler.accept(record);
          positions.put(
              new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        }
      }
    } finally {
      consumer = null;
      // No need to wait: there are no offsets to commit and no group to leave.
      reading.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  /** Stops reading; waits briefly for the thread, but not for Kafka. */
  @Override
  public void close() {
    closed.countDown();
    Consumer<byte[], byte[]> reading = consumer;
    if (reading != null) {
      reading.wakeup();
    }
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the thread is a daemon and ends by itself
    }
  }
}
