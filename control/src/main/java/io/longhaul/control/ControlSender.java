package io.longhaul.control;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends control messages sequentially on its own thread, so that a slow broker never blocks the
 * caller. Retries a message that Kafka did not acknowledge, unless a newer message with the same
 * key is queued. Thread-safe.
 */
final class ControlSender implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlSender.class);
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 500;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;
  private final Thread thread = new Thread(this::sendAll, "control sender");

  /** Guards the following fields. */
  private final Object lock = new Object();

  private final Map<String, ProducerRecord<byte[], byte[]>> waiting = new LinkedHashMap<>();
  private boolean sending;
  private boolean closed;

  /** Starts the thread. Closing the sender closes the producer. */
  ControlSender(Producer<byte[], byte[]> producer) {
    this.producer = producer;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Queues a message; replaces a queued message with the same key.
   *
   * @param key the record's key as text
   */
  void send(String key, ProducerRecord<byte[], byte[]> message) {
    synchronized (lock) {
      waiting.remove(key);
      waiting.put(key, message);
      lock.notifyAll();
    }
  }

  /**
   * Waits until Kafka has acknowledged every message.
   *
   * @return false if the time has passed or the sender was closed first
   */
  boolean flush(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    synchronized (lock) {
      while (sending || !waiting.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0 || closed || !pause(left)) {
          return false;
        }
      }
      return true;
    }
  }

  private void sendAll() {
    boolean failing = false;
    boolean isLast = false;
    Map.Entry<String, ProducerRecord<byte[], byte[]>> next = take();
    while (next != null) {
      String failure = deliver(next.getValue());
      synchronized (lock) {
        sending = false;
        if (!failure.isEmpty()) {
          waiting.putIfAbsent(next.getKey(), next.getValue());
          if (!closed) {
            pause(PAUSE_AFTER_FAILURE_MILLIS);
          }
        }
        isLast = closed;
        lock.notifyAll();
      }
      if (!failure.isEmpty() && isLast) {
        LOG.warn("Closed before Kafka took {}: {}", next.getKey(), failure);
      } else if (!failure.isEmpty() && !failing) {
        LOG.warn("Cannot send {}: {} (retrying)", next.getKey(), failure);
      } else if (failure.isEmpty() && failing) {
        LOG.info("Kafka takes control messages again");
      }
      failing = !failure.isEmpty();
      next = take();
    }
  }

  /** Takes the oldest message from the queue; returns null once closed. */
  private Map.@Nullable Entry<String, ProducerRecord<byte[], byte[]>> take() {
    synchronized (lock) {
      while (waiting.isEmpty() && !closed) {
        if (!pause(0)) {
          return null;
        }
      }
      if (closed) {
        return null;
      }
      Map.Entry<String, ProducerRecord<byte[], byte[]>> first =
          Map.entry(waiting.keySet().iterator().next(), waiting.values().iterator().next());
      waiting.remove(first.getKey());
      sending = true;
      return first;
    }
  }

  /** Sends a message; returns the reason of a failure, or empty text. */
  private String deliver(ProducerRecord<byte[], byte[]> message) {
    try {
      producer.send(message).get();
      return "";
    } catch (InterruptException | InterruptedException e) {
      return "interrupted";
    } catch (ExecutionException e) {
      return String.valueOf(requireNonNull(e.getCause()).getMessage());
    } catch (KafkaException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Waits for a notification; may return early, so callers check their condition in a loop.
   *
   * @param atMostMillis maximum time; 0 for no limit
   * @return false if the thread was interrupted
   */
  @SuppressWarnings("WaitNotInLoop") // the callers loop
  private boolean pause(long atMostMillis) {
    try {
      lock.wait(atMostMillis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits up to 2 s for queued messages and then discards them. */
  @Override
  public void close() {
    flush(CLOSE_TIMEOUT);
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
    thread.interrupt();
    try {
      producer.close(Duration.ZERO);
    } catch (InterruptException e) {
      LOG.debug(
          "Interrupted while closing the producer",
          e); // it is closed, and the interrupt flag remains set
    }
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
