package io.longhaul.load.http;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import io.longhaul.load.time.ShortSlice;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client with its connections and one event loop with one thread: epoll on Linux (timers with
 * microsecond resolution), NIO elsewhere (milliseconds). Each lane uses exactly one client;
 * everything that is measured happens on its loop. Subclasses send requests with one version of
 * HTTP.
 *
 * <p>Rules:
 *
 * <ol>
 *   <li>{@link #execute} may be called from any thread, {@link #close} from any thread but the
 *       loop's, everything else only on the loop.
 *   <li>Times are those of the process's {@code RunClock}.
 *   <li>No method except {@link #close} blocks; tasks on the loop must not block either.
 * </ol>
 */
public abstract class LlmClient implements AutoCloseable {

  /** As the time of a request: it may leave immediately. */
  public static final long IMMEDIATELY = Long.MIN_VALUE;

  private static final long CLOSE_LIMIT_SECONDS = 5;

  final RunClock clock;
  final EventLoopGroup group;
  private final EventLoop loop;
  private volatile @Nullable Thread thread;
  private final boolean retryStale;
  private final Set<Exchange> open = new HashSet<>();
  private boolean closed;

  /**
   * Creates the client and starts its event loop.
   *
   * @param name name of the event loop's thread
   */
  LlmClient(String name, RunClock clock, ClientSettings settings) {
    this.clock = clock;
    this.retryStale = settings.retryStale();
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

  /** Runs a task on the event loop as soon as possible. Any thread. */
  public void execute(Runnable task) {
    loop.execute(task);
  }

  /** Runs a task on the event loop at this time, or immediately if it has passed. On the loop. */
  public Timer at(long atNanos, Runnable task) {
    ScheduledFuture<?> timer =
        loop.schedule(task, Math.max(0, atNanos - clock.nowNanos()), TimeUnit.NANOSECONDS);
    return () -> timer.cancel(false);
  }

  /**
   * Sends a request, without a thread switch. On the event loop.
   *
   * @param notBeforeNanos when it may leave. If the caller knows this in advance, it calls slightly
   *     earlier: by then everything is done except connecting or, on a reused connection, passing
   *     the bytes to the operating system.
   */
  public final Exchange send(
      OutgoingRequest request, long notBeforeNanos, ExchangeListener listener) {
    requireOnLoop();
    Exchange exchange = new Exchange(request, notBeforeNanos, listener);
    if (closed) {
      exchange.cancel();
    } else {
      exchange.start();
    }
    return exchange;
  }

  private void requireOnLoop() {
    if (!loop.inEventLoop()) {
      throw new IllegalStateException(
          "Cannot send: this is thread "
              + Thread.currentThread().getName()
              + " (use execute to run it on the event loop)");
    }
  }

  /**
   * Creates an attempt to send a request.
   *
   * @param exchange the request; receives the end of the attempt
   * @param fresh whether the attempt needs a new connection
   */
  abstract Attempt newAttempt(Exchange exchange, boolean fresh);

  /** Returns the number of open connections, including idle ones. On the event loop. */
  public abstract int openConnections();

  /**
   * Ends every exchange as cancelled, closes every connection and ends the loop's thread; returns
   * when that is done. Requests that are sent meanwhile end as cancelled, too.
   *
   * @throws IllegalStateException if called on the event loop, which cannot wait for itself
   */
  @Override
  public void close() {
    if (loop.inEventLoop()) {
      throw new IllegalStateException(
          "Cannot close the client on its own loop: it would wait for itself (use another"
              + " thread)");
    }
    if (!group.isShuttingDown()) {
      loop.submit(this::closeOnLoop).awaitUninterruptibly(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
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

  private void closeOnLoop() {
    closed = true;
    new ArrayList<>(open).forEach(Exchange::cancel);
    closeConnections();
  }

  /** Closes every connection. On the event loop. */
  abstract void closeConnections();

  /** A scheduled task. */
  public interface Timer {
    /** Cancels nothing. */
    Timer NONE = () -> {};

    /** Cancels the task, unless it has started. On the event loop. */
    void cancel();
  }

  /**
   * One request from its first attempt to its end: applies the timeout, decides on a retry, and
   * ends exactly once. Belongs to the event loop.
   */
  public final class Exchange {
    final OutgoingRequest request;

    /** The time before which nothing is sent and the timeout does not run. */
    final long notBeforeNanos;

    final ExchangeListener listener;
    private Timer timeLimit = Timer.NONE;
    private @Nullable Attempt attempt;
    private boolean ended;

    private Exchange(OutgoingRequest request, long notBeforeNanos, ExchangeListener listener) {
      this.request = request;
      this.notBeforeNanos = notBeforeNanos;
      this.listener = listener;
    }

    private void start() {
      Attempt first = newAttempt(this, false);
      open.add(this);
      if (request.timeoutNanos() > 0) {
        long leavesNanos = Math.max(notBeforeNanos, clock.nowNanos());
        timeLimit = at(leavesNanos + request.timeoutNanos(), this::timeOut);
      }
      start(first);
    }

    private void start(Attempt next) {
      attempt = next;
      attempt.start();
    }

    /** Called if a reused connection was closed before the first byte of a response. */
    void endStale(String message) {
      if (ended) {
        return;
      }
      if (!retryStale) {
        end(clock.nowNanos(), new ExchangeEnd(Kind.STALE_CONNECTION, message));
        return;
      }
      listener.retried(clock.nowNanos());
      if (!ended) {
        start(newAttempt(this, true));
      }
    }

    private void timeOut() {
      endNow(new ExchangeEnd(Kind.TIMEOUT, "the response did not end within the timeout"));
    }

    /**
     * Ends the exchange as {@link ExchangeEnd.Kind#CANCELLED}. Closes its connection or, if that is
     * shared, resets its stream. Does nothing if it has ended. On the event loop.
     */
    public void cancel() {
      endNow(new ExchangeEnd(Kind.CANCELLED, "cancelled by the client"));
    }

    private void endNow(ExchangeEnd how) {
      if (claimEnd()) {
        if (attempt != null) {
          attempt.abandon();
        }
        listener.ended(clock.nowNanos(), how);
      }
    }

    void end(long atNanos, ExchangeEnd how) {
      if (claimEnd()) {
        listener.ended(atNanos, how);
      }
    }

    private boolean claimEnd() {
      if (ended) {
        return false;
      }
      ended = true;
      timeLimit.cancel();
      open.remove(this);
      return true;
    }
  }
}
