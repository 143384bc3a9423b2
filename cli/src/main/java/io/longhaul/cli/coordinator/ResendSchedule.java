package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** When each of several messages is due again. For one thread. */
final class ResendSchedule {
  private final LongSupplier nanoTime;
  private final Map<String, Long> lastNanos = new HashMap<>();

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  ResendSchedule(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether the message was not due for this long; it is due now, then. */
  boolean isDue(String message, Duration every) {
    long now = nanoTime.getAsLong();
    Long last = lastNanos.get(message);
    if (last != null && now - last < every.toNanos()) {
      return false;
    }
    lastNanos.put(message, now);
    return true;
  }

  /** Makes a message due at once. */
  void reset(String message) {
    lastNanos.remove(message);
  }
}
