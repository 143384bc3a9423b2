package io.longhaul.load.http;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Stands where Async HTTP Client would start its wheel timer, with a thread of its own and ticks of
 * 100 ms. Nothing may be timed by it: a use of it is an error of ours and is told as one.
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
