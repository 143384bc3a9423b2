package io.longhaul.load.publish;

import io.longhaul.load.publish.QueuedLanePublisher.PendingRecord;
import io.longhaul.load.time.Threads;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes to Kafka. The producer may block its caller, so a separate thread calls it.
 *
 * <p>Accepted records are kept until they are acknowledged:
 *
 * <ol>
 *   <li>If the producer's buffer is full, the same record is offered again, which preserves the
 *       order.
 *   <li>If the producer has failed permanently, it is replaced, and all kept records are sent again
 *       in order. Readers recognize duplicates by their sequence numbers.
 *   <li>A record that can never be sent (too large, no such topic) is lost; its lane declares that.
 * </ol>
 */
public final class KafkaEventPublisher implements EventPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventPublisher.class);
  private static final long MAX_PENDING_BYTES = 64L << 20;
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
  private static final long RETRY_PAUSE_NANOS = 50_000_000;
  private static final long REPLACE_PAUSE_NANOS = 500_000_000;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

  /** The time without acknowledgement after which Kafka counts as unavailable. */
  static final long AWAY_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RecordQueue queue;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final Deque<PendingRecord> unacknowledgedRecords = new ArrayDeque<>();
  private final Thread sender;
  private volatile Delivery delivery;
  private volatile @Nullable Instant awaySince;
  private volatile @Nullable String trouble;
  private volatile boolean closed;

  /**
   * @param connection Kafka settings for the connection: {@code bootstrap.servers} and security
   * @param clientId client id of the producer
   */
  public KafkaEventPublisher(Map<String, Object> connection, String clientId) {
    this(
        () ->
            new KafkaProducer<>(
                KafkaProducerSettings.of(connection, clientId),
                new ByteArraySerializer(),
                new ByteArraySerializer()),
        MAX_PENDING_BYTES);
  }

  KafkaEventPublisher(Supplier<Producer<byte[], byte[]>> producers, long maxPendingBytes) {
    this.queue = new RecordQueue(maxPendingBytes);
    this.producers = producers;
    this.delivery = new Delivery(producers.get());
    this.sender = Threads.startDaemon("publish-kafka", this::sendUntilClosed);
  }

  @Override
  public LanePublisher open(String topic, int partition) {
    return new QueuedLanePublisher(topic, partition, queue);
  }

  @Override
  public boolean flush(Duration timeout) {
    return queue.awaitAllSettled(timeout);
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  @Override
  public Optional<Instant> awaySince() {
    return Optional.ofNullable(awaySince);
  }

  /**
   * Returns the accepted records that are not acknowledged, in order for each partition. Only after
   * {@link #close}, when no further record can be acknowledged.
   */
  public List<RecordFile.Entry> unacknowledged() {
    List<RecordFile.Entry> remaining = new ArrayList<>();
    for (PendingRecord record : unacknowledgedRecords) {
      if (!record.isSettled()) {
        remaining.add(record.entry());
      }
    }
    queue.drain(record -> remaining.add(record.entry()));
    return remaining;
  }

  private void sendUntilClosed() {
    try {
      while (!closed) {
        PendingRecord record = queue.next(POLL_INTERVAL);
        checkAcknowledgements();
        if (delivery.hasFailed()) {
          replaceProducer();
        }
        if (record != null) {
          unacknowledgedRecords.addLast(record);
          send(record);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      delivery.producer.close(CLOSE_WITHIN);
    }
  }

  private void removeSettled() {
    while (!unacknowledgedRecords.isEmpty() && unacknowledgedRecords.peekFirst().isSettled()) {
      unacknowledgedRecords.removeFirst();
    }
  }

  /** Derives from the oldest waiting record whether Kafka is unavailable, and since when. */
  private void checkAcknowledgements() {
    removeSettled();
    PendingRecord oldest = unacknowledgedRecords.peekFirst();
    long waitedNanos = oldest == null ? 0 : System.nanoTime() - oldest.acceptedNanos;
    if (waitedNanos < AWAY_AFTER_NANOS) {
      if (awaySince != null) {
        LOG.info("Kafka acknowledges records again; it was unavailable since {}", awaySince);
      }
      awaySince = null;
    } else if (awaySince == null) {
      awaySince = Instant.now().minusNanos(waitedNanos).truncatedTo(ChronoUnit.SECONDS);
      LOG.warn("Kafka has acknowledged no records since {}", awaySince);
    }
  }

  private void send(PendingRecord record) {
    while (!closed && !delivery.hasFailed() && !delivery.accepts(record)) {
      LockSupport.parkNanos(RETRY_PAUSE_NANOS);
      checkAcknowledgements();
    }
  }

  private void replaceProducer() {
    LOG.warn("Kafka producer failed and is being replaced: {}", delivery.failure);
    delivery.producer.close(Duration.ZERO);
    LockSupport.parkNanos(REPLACE_PAUSE_NANOS);
    try {
      delivery = new Delivery(producers.get());
    } catch (KafkaException e) {
      trouble = "Cannot reach Kafka: " + e.getMessage();
      return;
    }
    List<PendingRecord> again = new ArrayList<>(unacknowledgedRecords);
    again.removeIf(PendingRecord::isSettled);
    again.forEach(this::send);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(sender);
    Threads.join(sender);
  }

  /** One producer and its state. */
  private final class Delivery {
    private final Producer<byte[], byte[]> producer;
    private volatile @Nullable Exception failure;

    Delivery(Producer<byte[], byte[]> producer) {
      this.producer = producer;
    }

    boolean hasFailed() {
      return failure != null;
    }

    /** Sends a record. Returns false if the producer's buffer is full. */
    boolean accepts(PendingRecord record) {
      Attempt attempt = new Attempt(record);
      try {
        // The callback replaces the future.
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(record.topic(), record.partition(), record.key, record.value),
                (metadata, problem) -> attempt.completed(problem));
      } catch (KafkaException e) {
        attempt.completed(e);
      }
      return attempt.endCall();
    }

    /** One call of the producer for a record, which may complete within the call or long after. */
    private final class Attempt {
      private final PendingRecord record;
      private boolean called = true;
      private boolean bufferFull;

      Attempt(PendingRecord record) {
        this.record = record;
      }

      synchronized boolean endCall() {
        called = false;
        return !bufferFull;
      }

      synchronized void completed(@Nullable Exception problem) {
        if (problem == null) {
          trouble = null;
          record.acknowledged();
        } else if (problem instanceof RecordTooLargeException
            || problem instanceof InvalidTopicException) {
          trouble = "Cannot publish a record: " + problem.getMessage();
          record.lost();
        } else if (problem instanceof RetriableException && called) {
          trouble = "Kafka accepts no records: " + problem.getMessage();
          bufferFull = true;
        } else if (!record.isSettled()) {
          trouble = "Cannot publish to Kafka: " + problem.getMessage();
          failure = problem;
        }
      }
    }
  }
}
