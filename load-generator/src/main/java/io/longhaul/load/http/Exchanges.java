package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The active exchanges of a client. Belongs to its event loop. */
final class Exchanges {
  private final ClientLoop loop;
  private final RunClock clock;
  private final boolean retryStale;
  private final Set<HttpExchange> open = new HashSet<>();
  private boolean closed;

  Exchanges(ClientLoop loop, RunClock clock, boolean retryStale) {
    this.loop = loop;
    this.clock = clock;
    this.retryStale = retryStale;
  }

  /**
   * Starts an exchange. It ends as cancelled if the client is or becomes closed.
   *
   * @param notBeforeNanos time before which its timeout does not run
   * @param attempts creates its attempts
   * @throws IllegalStateException on any thread other than the event loop's
   */
  LlmClient.Exchange begin(
      OutgoingRequest request,
      long notBeforeNanos,
      ExchangeListener listener,
      Attempt.Factory attempts) {
    loop.requireOnLoop();
    HttpExchange exchange = new HttpExchange(request, listener, attempts);
    if (closed) {
      exchange.cancel();
    } else {
      open.add(exchange);
      exchange.start(notBeforeNanos);
    }
    return exchange;
  }

  void close() {
    closed = true;
    new ArrayList<>(open).forEach(HttpExchange::cancel);
  }

  /**
   * One request from its first attempt to its end: applies the timeout, decides on a retry, and
   * ends exactly once. Belongs to the event loop.
   */
  final class HttpExchange implements LlmClient.Exchange {
    private final long timeoutNanos;
    private final ExchangeListener listener;
    private final Attempt.Factory attempts;
    private LlmClient.Timer timeLimit = LlmClient.Timer.NONE;
    private @Nullable Attempt attempt;
    private boolean ended;

    private HttpExchange(
        OutgoingRequest request, ExchangeListener listener, Attempt.Factory attempts) {
      this.timeoutNanos = request.timeoutNanos();
      this.listener = listener;
      this.attempts = attempts;
    }

    void start(long notBeforeNanos) {
      if (timeoutNanos > 0) {
        long leavesNanos = Math.max(notBeforeNanos, clock.nowNanos());
        timeLimit = loop.at(leavesNanos + timeoutNanos, this::timeOut);
      }
      attempt(false);
    }

    private void attempt(boolean fresh) {
      attempt = attempts.create(this, listener, fresh);
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
        attempt(true);
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
