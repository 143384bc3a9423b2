package io.longhaul.load.publish;

import io.longhaul.load.publish.QueuedLanePublisher.PendingRecord;
import io.longhaul.load.spool.Spool;
import io.longhaul.load.spool.SpoolRecord;
import io.longhaul.load.time.Threads;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
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
 *   <li>With a spool, every record is first written to it. A record is sent from memory while Kafka
 *       keeps up; if more than {@value #WINDOW_BYTES} bytes wait for an acknowledgement, later
 *       records remain in the spool and are read back in order.
 *   <li>Without a spool, or while it has no space, records wait in memory, up to a limit. Beyond it
 *       they are rejected, and their lane declares that.
 *   <li>If the producer's buffer is full, the same record is offered again, which preserves the
 *       order.
 *   <li>If the producer has failed permanently, it is replaced, and all records that were sent and
 *       not acknowledged are sent again in order. Readers recognize duplicates by their sequence
 *       numbers.
 *   <li>A record that can never be sent (too large, no such topic, damaged in the spool) is lost;
 *       its lane declares that.
 * </ol>
 */
public final class KafkaEventPublisher implements EventPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventPublisher.class);
  private static final long MAX_MEMORY_BYTES = 64L << 20;

  /** Less than the producer's buffer, so that sending does not block. */
  static final long WINDOW_BYTES = 16 << 20;

  private static final long BATCH_BYTES = 1 << 20;
  private static final double CROWDED = 0.75;
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  /** How long records are collected for one write to the spool; short against the producer's. */
  private static final long COLLECT_NANOS = 5_000_000;

  private static final long REPLACE_PAUSE_NANOS = 500_000_000;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

  /** While Kafka is unavailable, waiting for it only risks that the process is killed before. */
  private static final Duration CLOSE_WITHIN_WHILE_AWAY = Duration.ofMillis(500);

  /** The time without acknowledgement after which Kafka counts as unavailable. */
  static final long AWAY_AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RecordQueue queue;
  private final @Nullable Spool spool;
  private final boolean reportsCrowding;
  private final long windowBytes;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final List<QueuedLanePublisher> lanes = new CopyOnWriteArrayList<>();

  /** Records from the queue that are neither in the spool nor sent. */
  private final Deque<PendingRecord> arrived = new ArrayDeque<>();

  private long arrivedBytes;

  /** The window: records that are or will be in the producer, until they are settled. */
  private final Deque<PendingRecord> unacknowledged = new ArrayDeque<>();

  private long unacknowledgedBytes;

  /** The end of the window, which the producer has not accepted yet. */
  private final Deque<PendingRecord> toSend = new ArrayDeque<>();

  private final Thread sender;
  private volatile Delivery delivery;
  private volatile @Nullable Instant awaySince;
  private volatile @Nullable String refusal;
  private volatile @Nullable String trouble;
  private volatile boolean closed;
  private Remaining remaining = new Remaining(0, 0);

  /**
   * The accepted records that Kafka had not acknowledged when the publisher was closed.
   *
   * @param stored number of them in the spool
   * @param lost number of the others
   */
  public record Remaining(long stored, long lost) {}

  /**
   * Creates a publisher that keeps records in memory.
   *
   * @param connection Kafka settings for the connection: {@code bootstrap.servers} and security
   * @param clientId client id of the producer
   */
  public KafkaEventPublisher(Map<String, Object> connection, String clientId) {
    this(connection, clientId, null, false);
  }

  /**
   * Creates a publisher.
   *
   * @param connection Kafka settings for the connection: {@code bootstrap.servers} and security
   * @param clientId client id of the producer
   * @param spool keeps records on disk, and is closed with the publisher; null to keep them in
   *     memory
   * @param reportsCrowding whether {@link LanePublisher#isCrowded} is true while three quarters of
   *     the space are in use; otherwise it is never true
   */
  public KafkaEventPublisher(
      Map<String, Object> connection,
      String clientId,
      @Nullable Spool spool,
      boolean reportsCrowding) {
    this(
        () ->
            new KafkaProducer<>(
                KafkaProducerSettings.of(connection, clientId),
                new ByteArraySerializer(),
                new ByteArraySerializer()),
        MAX_MEMORY_BYTES,
        spool,
        reportsCrowding,
        WINDOW_BYTES);
  }

  KafkaEventPublisher(
      Supplier<Producer<byte[], byte[]>> producers,
      long maxMemoryBytes,
      @Nullable Spool spool,
      boolean reportsCrowding,
      long windowBytes) {
    this.queue = new RecordQueue(maxMemoryBytes);
    this.spool = spool;
    this.reportsCrowding = reportsCrowding;
    this.windowBytes = windowBytes;
    this.producers = producers;
    this.delivery = new Delivery(producers.get());
    this.sender = Threads.startDaemon("publish-kafka", this::sendUntilClosed);
  }

  @Override
  public synchronized LanePublisher open(String topic, int partition) {
    QueuedLanePublisher lane =
        new QueuedLanePublisher(lanes.size(), topic, partition, queue, this::isCrowded);
    lanes.add(lane);
    return lane;
  }

  private boolean isCrowded() {
    return reportsCrowding && (queue.fill() > CROWDED || (spool != null && spool.fill() > CROWDED));
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
  public Optional<DeliveryOutage> outage() {
    return Optional.ofNullable(awaySince)
        .map(since -> new DeliveryOutage(since, Optional.ofNullable(refusal)));
  }

  /** Returns what was not acknowledged. Only after {@link #close}. */
  public Remaining remaining() {
    return remaining;
  }

  private void sendUntilClosed() {
    try {
      while (!closed) {
        collect();
        checkAcknowledgements();
        if (delivery.hasFailed()) {
          replaceProducer();
        }
        store();
        fillWindow();
        send();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      storeRest();
      delivery.producer.close(awaySince == null ? CLOSE_WITHIN : CLOSE_WITHIN_WHILE_AWAY);
      // What was accepted in the meantime is stored, too; later records are rejected.
      queue.close();
      storeRest();
      closeSpool();
    }
  }

  /** Moves records out of the queue; waits for one if there is nothing else to do. */
  private void collect() throws InterruptedException {
    boolean canSend = spool != null && spool.hasUnread() && hasRoom();
    PendingRecord first = queue.next(canSend ? Duration.ZERO : POLL_INTERVAL);
    if (first != null) {
      if (spool != null) {
        LockSupport.parkNanos(COLLECT_NANOS);
      }
      arrived(first);
      collectRest();
    }
  }

  private void collectRest() {
    while (arrivedBytes < BATCH_BYTES) {
      PendingRecord record = queue.poll();
      if (record == null) {
        return;
      }
      arrived(record);
    }
  }

  private void arrived(PendingRecord record) {
    arrived.addLast(record);
    arrivedBytes += record.sizeBytes();
  }

  private PendingRecord takeArrived() {
    PendingRecord record = arrived.removeFirst();
    arrivedBytes -= record.sizeBytes();
    return record;
  }

  private boolean hasRoom() {
    return unacknowledgedBytes < windowBytes;
  }

  /** Writes the records that have arrived to the spool, as far as there is space. */
  private void store() {
    if (spool == null || arrived.isEmpty()) {
      return;
    }
    boolean isCaughtUp = !closed && !spool.hasUnread();
    List<Long> ends = new ArrayList<>();
    for (Iterator<PendingRecord> records = arrived.iterator(); records.hasNext(); ) {
      PendingRecord record = records.next();
      long end = spool.append(record.toSpool());
      if (end == Spool.NO_SPACE) {
        break;
      }
      if (end == Spool.TOO_LARGE) {
        records.remove();
        arrivedBytes -= record.sizeBytes();
        trouble =
            "Cannot publish a record: its %,d bytes do not fit into the spool"
                .formatted(record.sizeBytes());
        record.lost();
      } else {
        ends.add(end);
      }
    }
    boolean unused = spool.flush();
    for (long end : ends) {
      if (end > spool.flushedPosition()) {
        break;
      }
      PendingRecord record = takeArrived();
      record.stored(end);
      isCaughtUp = isCaughtUp && hasRoom();
      if (isCaughtUp) {
        addToWindow(record);
        spool.skipTo(end);
      }
    }
  }

  /** Adds the next records to the window: those in the spool, then those that it does not take. */
  private void fillWindow() {
    while (spool != null && spool.hasUnread() && hasRoom()) {
      SpoolRecord record = spool.read();
      if (record == null) {
        lanes.forEach(QueuedLanePublisher::everyStoredRecordIsRead);
        break;
      }
      PendingRecord restored = lanes.get(record.lane()).restored(record);
      restored.stored(spool.readPosition());
      addToWindow(restored);
    }
    while (!arrived.isEmpty() && hasRoom() && (spool == null || !spool.hasUnread())) {
      addToWindow(takeArrived());
    }
  }

  private void addToWindow(PendingRecord record) {
    record.sending();
    unacknowledged.addLast(record);
    unacknowledgedBytes += record.sizeBytes();
    toSend.addLast(record);
  }

  private void removeSettled() {
    long acknowledged = 0;
    while (!unacknowledged.isEmpty() && unacknowledged.peekFirst().isSettled()) {
      PendingRecord record = unacknowledged.removeFirst();
      unacknowledgedBytes -= record.sizeBytes();
      acknowledged = Math.max(acknowledged, record.spoolPosition);
    }
    if (spool != null) {
      // Without a window, everything that was read is settled, also what could not be read.
      spool.acknowledged(unacknowledged.isEmpty() ? spool.readPosition() : acknowledged);
    }
  }

  /** Derives from the oldest waiting record whether Kafka is unavailable, and since when. */
  private void checkAcknowledgements() {
    removeSettled();
    PendingRecord oldest = unacknowledged.peekFirst();
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

  /** Passes the records of the window to the producer until its buffer is full. */
  private void send() {
    while (!closed && !delivery.hasFailed() && !toSend.isEmpty()) {
      if (!delivery.accepts(toSend.peekFirst())) {
        return;
      }
      toSend.removeFirst();
    }
  }

  private static boolean isRefusal(Exception problem) {
    return problem instanceof AuthorizationException || problem instanceof AuthenticationException;
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
    toSend.clear();
    unacknowledged.stream().filter(record -> !record.isSettled()).forEach(toSend::addLast);
  }

  /** Stores the records that are only in memory, first of all, because little time may be left. */
  private void storeRest() {
    collectRest();
    boolean hasSpace = true;
    while (spool != null && hasSpace && !arrived.isEmpty()) {
      int before = arrived.size();
      store();
      hasSpace = arrived.size() < before;
      collectRest();
    }
  }

  private void closeSpool() {
    removeSettled();
    if (spool != null) {
      try {
        spool.close();
      } catch (IOException e) {
        LOG.warn("Cannot remove acknowledged events from {}: {}", spool.folder(), e.getMessage());
      }
    }
    long unsettled = queue.unsettled();
    long stored =
        spool == null
            ? 0
            : unsettled
                - arrived.size()
                - queue.size()
                - unacknowledged.stream()
                    .filter(record -> !record.isSettled() && record.spoolPosition == 0)
                    .count();
    remaining = new Remaining(stored, unsettled - stored);
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
          refusal = null;
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
          refusal = isRefusal(problem) ? problem.getMessage() : null;
          failure = problem;
        }
      }
    }
  }
}
