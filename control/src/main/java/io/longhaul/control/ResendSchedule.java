package io.longhaul.control;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Tracks when each of several messages is due to be sent again. Not thread-safe. */
public final class ResendSchedule {
  private final LongSupplier nanoTime;
  private final Map<String, Long> lastNanos = new HashMap<>();

  /**
   * @param nanoTime clock such as {@link System#nanoTime}
   */
  public ResendSchedule(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Returns whether the interval has passed since the message was last due; if so, restarts the
   * interval.
   */
  public boolean isDue(String message, Duration every) {
    long now = nanoTime.getAsLong();
    Long last = lastNanos.get(message);
    if (last != null && now - last < every.toNanos()) {
      return false;
    }
    lastNanos.put(message, now);
    return true;
  }

  /** Makes a message due immediately. */
  public void reset(String message) {
    lastNanos.remove(message);
  }
}
