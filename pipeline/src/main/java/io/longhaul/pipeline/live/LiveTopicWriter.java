package io.longhaul.pipeline.live;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes rows to a thread that owns the producer. Writing never blocks: if the queue is full, the
 * row is dropped and counted. Flushing does nothing, so checkpoints are not delayed.
 */
final class LiveTopicWriter<T> implements SinkWriter<T> {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTopicWriter.class);
  static final int QUEUE_CAPACITY = 1024;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);

  private final String topic;
  private final Function<T, byte[]> key;
  private final Function<T, byte[]> value;
  private final List<Header> headers;
  private final Counter dropped;
  private final BlockingQueue<ProducerRecord<byte[], byte[]>> queue =
      new ArrayBlockingQueue<>(QUEUE_CAPACITY);
  private final Thread sender;

  /**
   * Starts the sending thread.
   *
   * @param headers of each record
   * @param producers creates the producer, on the sending thread
   * @param dropped counts rows that were not sent
   */
  LiveTopicWriter(
      String topic,
      Function<T, byte[]> key,
      Function<T, byte[]> value,
      List<Header> headers,
      Supplier<Producer<byte[], byte[]>> producers,
      Counter dropped) {
    this.topic = topic;
    this.key = key;
    this.value = value;
    this.headers = headers;
    this.dropped = dropped;
    this.sender = new Thread(() -> send(producers), "longhaul-live-" + topic);
    sender.setDaemon(true);
    sender.start();
  }

  @Override
  public void write(T row, Context context) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, key.apply(row), value.apply(row), headers);
    if (!queue.offer(record)) {
      dropped.inc();
    }
  }

  /** Does nothing, because there is no delivery guarantee. */
  @Override
  public void flush(boolean endOfInput) {}

  private void send(Supplier<Producer<byte[], byte[]>> producers) {
    try (ClosingProducer producer = new ClosingProducer(createProducer(producers))) {
      while (!Thread.currentThread().isInterrupted()) {
        sendOne(producer.producer(), queue.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the writer is closed
    }
  }

  /**
   * Creates the producer and retries until it succeeds. Meanwhile the oldest rows wait in the
   * queue.
   */
  private Producer<byte[], byte[]> createProducer(Supplier<Producer<byte[], byte[]>> producers)
      throws InterruptedException {
    boolean warned = false;
    while (true) {
      try {
        return producers.get();
      } catch (KafkaException e) {
        if (!warned) {
          LOG.warn(
              "Cannot write to {} for live views, retrying: {} (results are not affected)",
              topic,
              e.getMessage());
          warned = true;
        }
        Thread.sleep(RETRY_INTERVAL.toMillis());
      }
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback handles failures
  private void sendOne(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(
          record,
          (metadata, failure) -> {
            if (failure != null) {
              dropped.inc();
            }
          });
    } catch (KafkaException e) {
      LOG.debug("Cannot send row to {} for live views", topic, e);
      dropped.inc();
    }
  }

  /** A producer that is closed without waiting. */
  private record ClosingProducer(Producer<byte[], byte[]> producer) implements AutoCloseable {
    @Override
    public void close() {
      producer.close(Duration.ZERO);
    }
  }

  @Override
  public void close() {
    sender.interrupt();
    try {
      sender.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the task is being cancelled; the thread ends by itself
    }
  }
}
