package io.longhaul.control;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Detects that the coordinator is gone: it has sent no message for the timeout, although the
 * control topic was readable and fully read. Time during which Kafka is unavailable or this process
 * is suspended does not count. Not thread-safe.
 */
public final class CoordinatorTimeout {
  /**
   * Interval between checks of Kafka. A shorter outage may count as silence; a longer one restarts
   * the timeout.
   */
  static final long CHECK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<ReadProgress> readProgress;
  private final LongSupplier nanoTime;
  private final Duration timeout;
  private long lastMessageNanos;
  private long lastCheckNanos;

  /**
   * Starts the timeout now.
   *
   * @param readProgress checks whether the control topic is fully read; may take seconds, and is
   *     called only while the coordinator is silent
   * @param nanoTime clock such as {@link System#nanoTime}
   * @param timeout silence after which the coordinator is considered gone
   */
  public CoordinatorTimeout(
      Supplier<ReadProgress> readProgress, LongSupplier nanoTime, Duration timeout) {
    this.readProgress = readProgress;
    this.nanoTime = nanoTime;
    this.timeout = timeout;
    messageReceived();
  }

  public Duration timeout() {
    return timeout;
  }

  /** Records a message of the coordinator, which restarts the timeout. */
  public void messageReceived() {
    lastMessageNanos = nanoTime.getAsLong();
    lastCheckNanos = lastMessageNanos;
  }

  /**
   * Returns whether the coordinator is gone. Call it repeatedly, after all received messages were
   * processed.
   */
  public boolean isExpired() {
    if (nanoTime.getAsLong() - lastCheckNanos < CHECK_INTERVAL_NANOS) {
      return false;
    }
    switch (readProgress.get()) {
      case CAUGHT_UP -> lastCheckNanos = nanoTime.getAsLong();
      // The unread messages may be the coordinator's or another generator's; check again after the
      // next read.
      case BEHIND -> {}
      case UNAVAILABLE -> messageReceived();
    }
    return lastCheckNanos - lastMessageNanos >= timeout.toNanos();
  }
}
