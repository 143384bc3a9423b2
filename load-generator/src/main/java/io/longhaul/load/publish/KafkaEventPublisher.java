package io.longhaul.load.publish;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes into Kafka. The producer may block its caller, so one thread of its own calls it.
 *
 * <p>What was taken is held until it is acknowledged:
 *
 * <ol>
 *   <li>When the producer has no room it is offered the same record again: the order stays.
 *   <li>When the producer has failed for good it is replaced, and what is held is sent again in
 *       order; duplicates carry their seq and are recognised by the reader.
 *   <li>A record that can never be sent (too large, no such topic) is lost; its lane declares it.
 * </ol>
 */
public final class KafkaEventPublisher implements EventPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventPublisher.class);
  private static final long MAX_PENDING_BYTES = 64L << 20;
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
  private static final long RETRY_PAUSE_NANOS = 50_000_000;
  private static final long REPLACE_PAUSE_NANOS = 500_000_000;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

  /** A record that is not acknowledged for so long shows that Kafka is away. */
  static final long AWAY_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RecordQueue queue;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final Deque<PendingRecord> unacknowledgedRecords = new ArrayDeque<>();
  private final Thread sender;
  private volatile boolean closed;
  private volatile Delivery delivery;
  private volatile String trouble;
  private volatile Instant awaySince;

  /**
   * @param connection how the brokers are reached: {@code bootstrap.servers}, and what security
   *     needs
   * @param clientId the producer's name in the broker's logs
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
    this.producers = producers;
    this.queue = new RecordQueue(maxPendingBytes);
    this.delivery = new Delivery(producers.get());
    this.sender = new Thread(this::sendUntilClosed, "publish-kafka");
    sender.setDaemon(true);
    sender.start();
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
   * What was taken and is not acknowledged, each partition's in order. Only after {@link #close}:
   * nothing becomes acknowledged any more.
   */
  public List<RecordFile.Entry> unacknowledged() {
    List<RecordFile.Entry> left = new ArrayList<>();
    for (PendingRecord record : unacknowledgedRecords) {
      if (!record.isSettled()) {
        left.add(record.entry());
      }
    }
    queue.drain(record -> left.add(record.entry()));
    return left;
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

  /** The oldest record that waits shows for how long Kafka has been away. */
  private void checkAcknowledgements() {
    removeSettled();
    PendingRecord oldest = unacknowledgedRecords.peekFirst();
    long waitedNanos = oldest == null ? 0 : System.nanoTime() - oldest.acceptedNanos();
    if (waitedNanos < AWAY_AFTER_NANOS) {
      if (awaySince != null) {
        LOG.info("Kafka acknowledges again; it had not since {}", awaySince);
      }
      awaySince = null;
    } else if (awaySince == null) {
      awaySince = Instant.now().minusNanos(waitedNanos).truncatedTo(ChronoUnit.SECONDS);
      LOG.warn("Kafka has acknowledged nothing since {}", awaySince);
    }
  }

  private void send(PendingRecord record) {
    while (!closed && !delivery.hasFailed() && !delivery.accepts(record)) {
      LockSupport.parkNanos(RETRY_PAUSE_NANOS);
      checkAcknowledgements();
    }
  }

  private void replaceProducer() {
    LOG.warn("Kafka producer failed and is replaced: {}", delivery.failure);
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

  /** What happens through one producer. */
  private final class Delivery {
    private final Producer<byte[], byte[]> producer;
    private volatile Exception failure;

    Delivery(Producer<byte[], byte[]> producer) {
      this.producer = producer;
    }

    boolean hasFailed() {
      return failure != null;
    }

    /** Whether the record is on its way or settled; if not, the producer had no room. */
    boolean accepts(PendingRecord record) {
      Attempt attempt = new Attempt(record);
      try {
        // The callback tells what the future would.
        Future<RecordMetadata> unused =
            producer.send(
                new ProducerRecord<>(
                    record.topic(), record.partition(), record.key(), record.value()),
                (metadata, problem) -> attempt.completed(problem));
      } catch (KafkaException e) {
        attempt.completed(e);
      }
      return attempt.endCall();
    }

    /** One record given to the producer once; it may answer within the call or long after. */
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

      synchronized void completed(Exception problem) {
        if (problem == null) {
          trouble = null;
          record.acknowledged();
        } else if (problem instanceof RecordTooLargeException
            || problem instanceof InvalidTopicException) {
          trouble = "Cannot publish a record: " + problem.getMessage();
          record.lost();
        } else if (problem instanceof RetriableException && called) {
          trouble = "Kafka takes no records: " + problem.getMessage();
          bufferFull = true;
        } else if (!record.isSettled()) {
          trouble = "Cannot publish to Kafka: " + problem.getMessage();
          failure = problem;
        }
      }
    }
  }
}
