package io.longhaul.load.handshake;

import io.longhaul.load.time.RunClock;
import io.longhaul.load.time.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes handshakes with each target of a plan. The interval runs from the end of one handshake to
 * the start of the next. If fewer than {@value #MIN_SUCCESSES} handshakes of a target have
 * succeeded at the end of a short run, it makes a few more.
 *
 * <p>Call order, on one thread: {@link #start}, {@link #finish}, {@link #close}.
 */
public final class HandshakeProbe implements AutoCloseable {
  /** Prefix of the names of its threads. */
  public static final String THREADS = "handshakes";

  private static final Logger LOG = LoggerFactory.getLogger(HandshakeProbe.class);

  static final int MIN_SUCCESSES = 5;
  private static final int MAX_EXTRA = 2 * MIN_SUCCESSES;
  private static final Duration MAX_HANDSHAKE = Duration.ofSeconds(5);
  private static final Duration MAX_FINISH = Duration.ofSeconds(3);

  private final HandshakePlan plan;
  private final RunClock clock;
  private final Consumer<TimedHandshake> listener;
  private final List<TargetLoop> loops = new ArrayList<>();

  /**
   * Starts the threads, which do nothing before {@link #start}.
   *
   * @param listener receives each handshake; may be called by several threads at the same time
   */
  public HandshakeProbe(HandshakePlan plan, RunClock clock, Consumer<TimedHandshake> listener) {
    this.plan = plan;
    this.clock = clock;
    this.listener = listener;
    plan.targets().forEach(target -> loops.add(new TargetLoop(target)));
  }

  /**
   * Starts the handshakes.
   *
   * @param delay time until the first ones
   */
  public void start(Duration delay) {
    loops.forEach(loop -> loop.start(delay));
  }

  /**
   * Makes the missing handshakes, up to the minimum number, and ends.
   *
   * @throws InterruptedException if the wait for them is interrupted
   */
  public void finish() throws InterruptedException {
    long deadline = clock.nowNanos() + MAX_FINISH.toNanos();
    loops.forEach(loop -> loop.finish(deadline));
    for (TargetLoop loop : loops) {
      loop.awaitEnd(Duration.ofNanos(deadline - clock.nowNanos()));
    }
  }

  /** Stops the threads without waiting for a handshake in progress. */
  @Override
  public void close() {
    loops.forEach(TargetLoop::close);
  }

  /** One target and its thread. */
  private final class TargetLoop {
    private final HandshakeTarget target;
    private final ScheduledThreadPoolExecutor thread;
    private @Nullable ScheduledFuture<?> regular;
    private int succeeded;
    private boolean hasFailed;

    /** Empty until the target's name is resolved, once, so that only the handshake is timed. */
    private InetAddress[] addresses = {};

    /** Index of the address to use; after a failure it is the next one of the name. */
    private int nextAddress;

    TargetLoop(HandshakeTarget target) {
      this.target = target;
      this.thread =
          new ScheduledThreadPoolExecutor(1, Threads.daemons(THREADS + "-" + target.host()));
      thread.prestartCoreThread();
    }

    void start(Duration delay) {
      regular =
          thread.scheduleWithFixedDelay(
              () -> connect(MAX_HANDSHAKE),
              delay.toNanos(),
              plan.interval().toNanos(),
              TimeUnit.NANOSECONDS);
    }

    private void connect(Duration timeout) {
      TimedHandshake handshake = handshake(timeout);
      TimedHandshake.Failure failure = handshake.failure();
      if (failure == null) {
        succeeded++;
      } else if (!hasFailed) {
        hasFailed = true;
        LOG.warn(
            "Handshake with {}:{} failed: {}", target.host(), target.port(), failure.message());
      }
      listener.accept(handshake);
    }

    /** Opens a connection and closes it. */
    private TimedHandshake handshake(Duration timeout) {
      long start = clock.nowNanos();
      try {
        InetSocketAddress address = address();
        try (Socket socket = new Socket()) {
          start = clock.nowNanos();
          socket.connect(address, Math.toIntExact(Math.max(1, timeout.toMillis())));
          return ended(start, null);
        }
      } catch (IOException e) {
        nextAddress++;
        return ended(
            start,
            new TimedHandshake.Failure(
                e.getClass().getSimpleName(), String.valueOf(e.getMessage())));
      }
    }

    private InetSocketAddress address() throws IOException {
      if (addresses.length == 0) {
        addresses = InetAddress.getAllByName(target.host());
      }
      return new InetSocketAddress(addresses[nextAddress % addresses.length], target.port());
    }

    private TimedHandshake ended(long startNanos, TimedHandshake.@Nullable Failure failure) {
      long now = clock.nowNanos();
      return new TimedHandshake(target, now, now - startNanos, failure);
    }

    void finish(long deadlineNanos) {
      if (regular != null) {
        regular.cancel(false);
      }
      thread.execute(() -> connectMissing(deadlineNanos));
      thread.shutdown();
    }

    private void connectMissing(long deadlineNanos) {
      for (int attempts = 0; attempts < MAX_EXTRA && succeeded < MIN_SUCCESSES; attempts++) {
        long left = deadlineNanos - clock.nowNanos();
        if (left <= 0) {
          return;
        }
        connect(Duration.ofNanos(left));
      }
    }

    void awaitEnd(Duration timeout) throws InterruptedException {
      if (!thread.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("Not waiting for a handshake that is still in progress");
      }
    }

    void close() {
      thread.shutdownNow();
    }
  }
}
