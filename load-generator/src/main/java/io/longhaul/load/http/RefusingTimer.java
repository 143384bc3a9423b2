package io.longhaul.load.http;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Replaces the wheel timer of Async HTTP Client, which would have its own thread and ticks of 100
 * ms. Any use of it is an error in this client and throws.
 */
enum RefusingTimer implements Timer {
  INSTANCE;

  @Override
  public Timeout newTimeout(TimerTask task, long delay, TimeUnit unit) {
    throw new IllegalStateException(
        "Cannot time "
            + task.getClass().getName()
            + " with the wheel timer: it is switched off (use a timer of the loop)");
  }

  @Override
  public Set<Timeout> stop() {
    return Set.of();
  }
}
