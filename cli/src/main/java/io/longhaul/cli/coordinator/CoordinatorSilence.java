package io.longhaul.cli.coordinator;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether a generator has been left: no word of the coordinator for 60 s, in which the log could be
 * read, and was. Who hears nobody because Kafka is away, or because this process itself was held,
 * has not been left. For one thread.
 */
final class CoordinatorSilence {
  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** An outage that is shorter may count as silence; the others begin it anew. */
  static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final BooleanSupplier hasHeardAll;
  private final LongSupplier nanoTime;
  private long sinceNanos;
  private long askedNanos;

  /**
   * Begins now.
   *
   * @param hasHeardAll whether Kafka says that there is nothing more to hear; may take seconds, and
   *     is asked only while it is silent
   * @param nanoTime as {@link System#nanoTime}
   */
  CoordinatorSilence(BooleanSupplier hasHeardAll, LongSupplier nanoTime) {
    this.hasHeardAll = hasHeardAll;
    this.nanoTime = nanoTime;
    heard();
  }

  /** The coordinator was heard. */
  void heard() {
    sinceNanos = nanoTime.getAsLong();
    askedNanos = sinceNanos;
  }

  boolean isTooLong() {
    if (nanoTime.getAsLong() - askedNanos >= ASK_AGAIN_NANOS) {
      boolean nothingMore = hasHeardAll.getAsBoolean();
      askedNanos = nanoTime.getAsLong();
      if (!nothingMore) {
        sinceNanos = askedNanos;
      }
    }
    return askedNanos - sinceNanos >= LONGEST_NANOS;
  }
}
