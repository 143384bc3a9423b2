package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an {@link LlmClient} that do not depend on the version of HTTP: its event loop and
 * its active exchanges.
 */
abstract class LoopClient implements LlmClient {
  final RunClock clock;
  final ClientLoop loop;
  private final boolean retryStale;
  private final Set<HttpExchange> open = new HashSet<>();
  private boolean closed;

  /**
   * Creates the client and starts its event loop.
   *
   * @param name name of the event loop's thread
   */
  LoopClient(String name, RunClock clock, ClientSettings settings) {
    this.clock = clock;
    this.retryStale = settings.retryStale();
    loop = new ClientLoop(name, clock);
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public Timer at(long atNanos, Runnable task) {
    return loop.at(atNanos, task);
  }

  @Override
  public final Exchange send(
      OutgoingRequest request, long notBeforeNanos, ExchangeListener listener) {
    loop.requireOnLoop();
    HttpExchange exchange = new HttpExchange(request, notBeforeNanos, listener);
    if (closed) {
      exchange.cancel();
    } else {
      exchange.start();
    }
    return exchange;
  }

  /**
   * Creates an attempt to send a request.
   *
   * @param exchange the request; receives the end of the attempt
   * @param fresh whether the attempt needs a new connection
   */
  abstract Attempt newAttempt(HttpExchange exchange, boolean fresh);

  @Override
  public void close() {
    loop.close(
        () -> {
          closed = true;
          new ArrayList<>(open).forEach(HttpExchange::cancel);
          closeConnections();
        });
  }

  /** Closes every connection. On the event loop. */
  abstract void closeConnections();

  /**
   * One request from its first attempt to its end: applies the timeout, decides on a retry, and
   * ends exactly once. Belongs to the event loop.
   */
  final class HttpExchange implements Exchange {
    final OutgoingRequest request;

    /** The time before which nothing is sent and the timeout does not run. */
    final long notBeforeNanos;

    final ExchangeListener listener;
    private Timer timeLimit = Timer.NONE;
    private @Nullable Attempt attempt;
    private boolean ended;

    private HttpExchange(OutgoingRequest request, long notBeforeNanos, ExchangeListener listener) {
      this.request = request;
      this.notBeforeNanos = notBeforeNanos;
      this.listener = listener;
    }

    private void start() {
      Attempt first = newAttempt(this, false);
      open.add(this);
      if (request.timeoutNanos() > 0) {
        long leavesNanos = Math.max(notBeforeNanos, clock.nowNanos());
        timeLimit = loop.at(leavesNanos + request.timeoutNanos(), this::timeOut);
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

    @Override
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
