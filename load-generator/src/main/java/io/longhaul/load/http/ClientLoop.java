package io.longhaul.load.http;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.time.RunClock;
import io.longhaul.load.time.ShortSlice;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The event loop of a client, and its thread: epoll on Linux (timers with microsecond resolution),
 * NIO elsewhere (milliseconds).
 */
final class ClientLoop {
  private static final long CLOSE_LIMIT_SECONDS = 5;

  private final RunClock clock;
  private final EventLoopGroup group;
  private final EventLoop loop;
  private volatile @Nullable Thread thread;

  /**
   * Creates the event loop.
   *
   * @param name name of its thread
   */
  ClientLoop(String name, RunClock clock) {
    this.clock = clock;
    group = newGroup(task -> makeThread(task, name));
    loop = group.next();
  }

  private Thread makeThread(Runnable task, String name) {
    thread = new FastThreadLocalThread(() -> runWithShortSlice(task), name);
    return thread;
  }

  /** Runs the loop with a short scheduler slice, or with the default if that fails. */
  private static void runWithShortSlice(Runnable task) {
    try {
      ShortSlice.request();
    } finally {
      task.run();
    }
  }

  @SuppressWarnings("deprecation") // Async HTTP Client supports no others.
  static EventLoopGroup newGroup(ThreadFactory threads) {
    return Epoll.isAvailable()
        ? new EpollEventLoopGroup(1, threads)
        : new NioEventLoopGroup(1, threads);
  }

  EventLoopGroup group() {
    return group;
  }

  void execute(Runnable task) {
    loop.execute(task);
  }

  LlmClient.Timer at(long atNanos, Runnable task) {
    ScheduledFuture<?> timer =
        loop.schedule(task, Math.max(0, atNanos - clock.nowNanos()), TimeUnit.NANOSECONDS);
    return () -> timer.cancel(false);
  }

  /**
   * Requires that the caller is on this loop.
   *
   * @throws IllegalStateException on any other thread
   */
  void requireOnLoop() {
    if (!loop.inEventLoop()) {
      throw new IllegalStateException(
          "Cannot send: this is thread "
              + Thread.currentThread().getName()
              + " (use execute to run it on the event loop)");
    }
  }

  /**
   * Runs a last task on the loop and ends its thread; returns when the thread has ended.
   *
   * @throws IllegalStateException if called on the loop, which cannot wait for itself
   */
  void close(Runnable last) {
    if (loop.inEventLoop()) {
      throw new IllegalStateException(
          "Cannot close the client on its own loop: it would wait for itself (use another"
              + " thread)");
    }
    if (!group.isShuttingDown()) {
      loop.submit(last).awaitUninterruptibly(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
    }
    group
        .shutdownGracefully(0, CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(2 * CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
    awaitThread();
  }

  private void awaitThread() {
    try {
      requireNonNull(thread).join(TimeUnit.SECONDS.toMillis(CLOSE_LIMIT_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
