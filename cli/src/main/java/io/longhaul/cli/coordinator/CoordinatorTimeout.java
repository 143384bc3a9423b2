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
  static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<ReadProgress> hearing;
  private final LongSupplier nanoTime;
  private final Duration longest;
  private long sinceNanos;
  private long askedNanos;

  /**
   * Begins now.
   *
   * @param hearing what Kafka says about what was heard so far; may take seconds, and is asked only
   *     while the coordinator is silent
   * @param nanoTime as {@link System#nanoTime}
   * @param longest from which on it is too long
   */
  CoordinatorTimeout(Supplier<ReadProgress> hearing, LongSupplier nanoTime, Duration longest) {
    this.hearing = hearing;
    this.nanoTime = nanoTime;
    this.longest = longest;
    heard();
  }

  Duration longest() {
    return longest;
  }

  /** The coordinator was heard. */
  void heard() {
    sinceNanos = nanoTime.getAsLong();
    askedNanos = sinceNanos;
  }

  /** To be asked after everything that came was heard, again and again. */
  boolean isTooLong() {
    if (nanoTime.getAsLong() - askedNanos < ASK_AGAIN_NANOS) {
      return false;
    }
    switch (hearing.get()) {
      case ALL_HEARD -> askedNanos = nanoTime.getAsLong();
      // Perhaps it is the coordinator who spoke, perhaps another generator: the next hearing tells,
      // and the question is asked again after it.
      case MORE_TO_HEAR -> {}
      case NO_ANSWER -> heard();
    }
    return askedNanos - sinceNanos >= longest.toNanos();
  }
}
