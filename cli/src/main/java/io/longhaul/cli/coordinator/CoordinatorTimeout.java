package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Whether a generator has been left: no word of the coordinator for so long, while the log could be
 * read, and was. Who hears nobody because Kafka is away, or because this process itself was held,
 * has not been left. For one thread.
 */
final class CoordinatorTimeout {
  /** An outage that is shorter may count as silence; the others begin it anew. */
  static final long CHECK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<ReadProgress> readProgress;
  private final LongSupplier nanoTime;
  private final Duration timeout;
  private long lastMessageNanos;
  private long lastCheckNanos;

  /**
   * Begins now.
   *
   * @param hearing what Kafka says about what was heard so far; may take seconds, and is asked only
   *     while the coordinator is silent
   * @param nanoTime as {@link System#nanoTime}
   * @param longest from which on it is too long
   */
  CoordinatorTimeout(Supplier<ReadProgress> readProgress, LongSupplier nanoTime, Duration timeout) {
    this.readProgress = readProgress;
    this.nanoTime = nanoTime;
    this.timeout = timeout;
    messageReceived();
  }

  Duration timeout() {
    return timeout;
  }

  /** The coordinator was heard. */
  void messageReceived() {
    lastMessageNanos = nanoTime.getAsLong();
    lastCheckNanos = lastMessageNanos;
  }

  /** To be asked after everything that came was heard, again and again. */
  boolean isExpired() {
    if (nanoTime.getAsLong() - lastCheckNanos < CHECK_INTERVAL_NANOS) {
      return false;
    }
    switch (readProgress.get()) {
      case CAUGHT_UP -> lastCheckNanos = nanoTime.getAsLong();
      // Perhaps it is the coordinator who spoke, perhaps another generator: the next hearing tells,
      // and the question is asked again after it.
      case BEHIND -> {}
      case UNAVAILABLE -> messageReceived();
    }
    return lastCheckNanos - lastMessageNanos >= timeout.toNanos();
  }
}
