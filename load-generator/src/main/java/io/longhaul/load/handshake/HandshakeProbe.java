package io.longhaul.load.handshake;

import io.longhaul.load.time.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes handshakes with each target of a plan, one after another: the next one an interval after
 * the end of the one before. A target of which fewer than {@value #FEWEST} succeeded in a short run
 * is asked some more times at its end.
 *
 * <p>Order of calls, by one thread: {@link #start}, {@link #finish}, {@link #close}.
 */
public final class HandshakeProbe implements AutoCloseable {
  /** What the names of its threads begin with. */
  public static final String THREADS = "handshakes";

  private static final Logger LOG = LoggerFactory.getLogger(HandshakeProbe.class);

  static final int FEWEST = 5;
  private static final int MOST_AT_THE_END = 2 * FEWEST;
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Duration LONGEST_END = Duration.ofSeconds(3);

  private final HandshakePlan plan;
  private final RunClock clock;
  private final HandshakeListener listener;
  private final List<Line> lines = new ArrayList<>();

  /** Its threads are there already; nothing is asked before {@link #start}. */
  public HandshakeProbe(HandshakePlan plan, RunClock clock, HandshakeListener listener) {
    this.plan = plan;
    this.clock = clock;
    this.listener = listener;
    plan.targets().forEach(target -> lines.add(new Line(target)));
  }

  /**
   * Begins.
   *
   * @param delay until the first ones
   */
  public void start(Duration delay) {
    lines.forEach(line -> line.start(delay));
  }

  /**
   * Makes what is missing of the fewest that say something, and no more afterwards.
   *
   * @throws InterruptedException when the waiting for that is interrupted
   */
  public void finish() throws InterruptedException {
    long deadline = clock.nowNanos() + LONGEST_END.toNanos();
    lines.forEach(line -> line.finish(deadline));
    for (Line line : lines) {
      line.awaitEnd(Duration.ofNanos(deadline - clock.nowNanos()));
    }
  }

  /** Ends the threads; a handshake under way is not waited for. */
  @Override
  public void close() {
    lines.forEach(Line::close);
  }

  /** One target and its thread. */
  private final class Line {
    private final TargetHandshakes handshakes;
    private final ScheduledThreadPoolExecutor thread;
    private ScheduledFuture<?> regular;
    private int succeeded;
    private boolean hasFailed;

    Line(HandshakeTarget target) {
      this.handshakes = new TargetHandshakes(target, clock);
      this.thread =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread made = new Thread(task, THREADS + "-" + target.host());
                made.setDaemon(true);
                return made;
              });
      thread.prestartCoreThread();
    }

    void start(Duration delay) {
      regular =
          thread.scheduleWithFixedDelay(
              () -> make(LONGEST),
              delay.toNanos(),
              plan.interval().toNanos(),
              TimeUnit.NANOSECONDS);
    }

    private void make(Duration atMost) {
      TimedHandshake handshake = handshakes.make(atMost);
      if (handshake.hasSucceeded()) {
        succeeded++;
      } else if (!hasFailed) {
        hasFailed = true;
        LOG.warn(
            "No handshake with {}:{}: {}",
            handshake.target().host(),
            handshake.target().port(),
            handshake.failure().message());
      }
      listener.heard(handshake);
    }

    void finish(long deadlineNanos) {
      if (regular != null) {
        regular.cancel(false);
      }
      thread.execute(() -> makeUntil(deadlineNanos));
      thread.shutdown();
    }

    private void makeUntil(long deadlineNanos) {
      for (int made = 0; made < MOST_AT_THE_END && succeeded < FEWEST; made++) {
        long left = deadlineNanos - clock.nowNanos();
        if (left <= 0) {
          return;
        }
        make(Duration.ofNanos(left));
      }
    }

    void awaitEnd(Duration atMost) throws InterruptedException {
      if (!thread.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("A handshake is still under way and is not waited for");
      }
    }

    void close() {
      thread.shutdownNow();
    }
  }
}
