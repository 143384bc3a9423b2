package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends control messages on its own thread, one after another, so that a slow broker never blocks
 * the caller. A message that Kafka did not take is sent again, unless a newer one of the same key
 * waits. Any thread may call it.
 */
final class ControlSender implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlSender.class);
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 500;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;
  private final Thread thread = new Thread(this::sendAll, "control sender");

  /** Guards what follows. */
  private final Object lock = new Object();

  private final Map<String, ProducerRecord<byte[], byte[]>> waiting = new LinkedHashMap<>();
  private boolean sending;
  private boolean closed;

  /** Starts its thread; the sender closes the producer. */
  ControlSender(Producer<byte[], byte[]> producer) {
    this.producer = producer;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Queues a message; it replaces one of the same key that still waits.
   *
   * @param key as text
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
   * @return whether it has, within the time
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

  /** The message that has waited longest; null once closed. */
  private Map.Entry<String, ProducerRecord<byte[], byte[]>> take() {
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

  /** Why Kafka did not take it; empty when it did. */
  private String deliver(ProducerRecord<byte[], byte[]> message) {
    try {
      producer.send(message).get();
      return "";
    } catch (InterruptException | InterruptedException e) {
      return "interrupted";
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause().getMessage());
    } catch (KafkaException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Waits for a change, or less: whoever calls it looks again.
   *
   * @param atMostMillis 0 for any time
   * @return whether nobody interrupted it
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

  /** Waits a short time for what is queued, then gives it up. */
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
      LOG.debug("Interrupted while closing the producer", e); // it is closed, the interrupt is kept
    }
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
