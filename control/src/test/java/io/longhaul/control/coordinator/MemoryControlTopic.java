package io.longhaul.control.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.control.ControlCodec;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.ReadProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * An in-memory control topic: a test decides whether a message is lost, delayed or duplicated. Any
 * thread may open it.
 */
public final class MemoryControlTopic {
  private final Fate fate;
  private final List<Reader> readers = new CopyOnWriteArrayList<>();
  private final ControlCodec codec = new ControlCodec();
  private final Map<String, Integer> sent = new HashMap<>();
  private long count;
  private volatile boolean away;

  /** Decides the delivery of messages. */
  @FunctionalInterface
  public interface Fate {
    List<Duration> ONCE_IMMEDIATELY = List.of(Duration.ZERO);
    List<Duration> LOST = List.of();

    /**
     * Returns the delays of the message's copies; empty if it is lost.
     *
     * @param key such as {@code run/READY/g0.1}
     * @param number number of earlier messages with this key
     */
    List<Duration> of(String key, int number);
  }

  public MemoryControlTopic(Fate fate) {
    this.fate = fate;
  }

  /** Opens the topic for a process, which reads messages from now on. */
  public ControlTopic open() {
    Reader reader = new Reader();
    readers.add(reader);
    return reader;
  }

  /** Starts an outage: messages are neither accepted nor delivered. */
  public void startOutage() {
    away = true;
  }

  /** Returns the keys of all sent messages, without the run. */
  public synchronized List<String> keys() {
    return List.copyOf(sent.keySet());
  }

  /** Returns the number of sent messages with a key. */
  public synchronized int sent(String key) {
    return sent.getOrDefault(key, 0);
  }

  private synchronized void deliver(SpecificRecordBase message) {
    byte[] keyBytes = codec.key(message);
    byte[] value = codec.value(message);
    String key = new String(keyBytes, UTF_8);
    int number = sent.merge(key, 1, Integer::sum) - 1;
    for (Duration delay : away ? Fate.LOST : fate.of(key, number)) {
      long due = System.nanoTime() + delay.toNanos();
      for (Reader reader : readers) {
        reader.add(new Delayed(due, count++, codec.decode(keyBytes, value, null).orElseThrow()));
      }
    }
  }

  private record Delayed(long dueNanos, long number, SpecificRecordBase message) {}

  private final class Reader implements ControlTopic {
    private final PriorityQueue<Delayed> pending =
        new PriorityQueue<>(
            Comparator.comparingLong(Delayed::dueNanos).thenComparingLong(Delayed::number));

    @Override
    public void send(SpecificRecordBase message) {
      deliver(message);
    }

    private synchronized void add(Delayed message) {
      pending.add(message);
      notifyAll();
    }

    @Override
    public synchronized List<SpecificRecordBase> receive(Duration atMost) {
      long deadline = System.nanoTime() + atMost.toNanos();
      while (!isDue()) {
        long next = pending.isEmpty() ? deadline : Math.min(deadline, pending.peek().dueNanos());
        if (deadline - System.nanoTime() <= 0) {
          return List.of();
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(this, Math.max(100_000, next - System.nanoTime()));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return List.of();
        }
      }
      List<SpecificRecordBase> messages = new ArrayList<>();
      while (isDue()) {
        messages.add(pending.poll().message());
      }
      return messages;
    }

    private boolean isDue() {
      return !pending.isEmpty() && pending.peek().dueNanos() - System.nanoTime() <= 0;
    }

    @Override
    public synchronized ReadProgress readProgress() {
      if (away) {
        return ReadProgress.UNAVAILABLE;
      }
      return isDue() ? ReadProgress.BEHIND : ReadProgress.CAUGHT_UP;
    }

    @Override
    public void close() {
      readers.remove(this);
    }
  }
}
