package io.longhaul.cli.coordinator;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads partitions on a thread of its own until it is closed. A consumer that fails is replaced by
 * another one, which continues where the first one stopped: nothing is skipped, nothing comes
 * twice.
 */
final class LogReader implements AutoCloseable {
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
  private volatile Consumer<byte[], byte[]> consumer;

  /**
   * Reads nothing before {@link #start}.
   *
   * @param name of the thread
   * @param consumers makes consumers, on the reading thread
   * @param from the offset at which each partition begins; where none is given, its end
   * @param taker takes each record, on the reading thread
   */
  LogReader(
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

  void start() {
    thread.start();
  }

  /** The offset behind the last record that was taken; -1 while that is not known. Any thread. */
  long position(TopicPartition partition) {
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
      if (!unpositioned.isEmpty()) { // for an empty list Kafka takes all
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
      // There is nothing to commit or to leave, and no need for the last answer.
      reading.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  /** Reads no more; waits a moment for the thread, but not for Kafka. */
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
      Thread.currentThread().interrupt(); // the thread is a daemon, and ends by itself
    }
  }
}
