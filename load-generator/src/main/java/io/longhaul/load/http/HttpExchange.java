package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import java.util.function.Consumer;

/**
 * One request from its first attempt to its end: applies the timeout, decides on a retry, and ends
 * exactly once. Belongs to the event loop.
 */
final class HttpExchange implements LlmClient.Exchange {

  private final ClientLoop loop;
  private final RunClock clock;
  private final boolean retryStale;
  private final long timeoutNanos;
  private final ExchangeListener listener;
  private final Attempt.Factory attempts;
  private final Consumer<HttpExchange> onEnd;

  private LlmClient.Timer timeLimit = () -> {};
  private Attempt attempt;
  private boolean ended;

  /**
   * @param onEnd called at the end, before the listener
   */
  HttpExchange(
      ClientLoop loop,
      RunClock clock,
      boolean retryStale,
      long timeoutNanos,
      ExchangeListener listener,
      Attempt.Factory attempts,
      Consumer<HttpExchange> onEnd) {
    this.loop = loop;
    this.clock = clock;
    this.retryStale = retryStale;
    this.timeoutNanos = timeoutNanos;
    this.listener = listener;
    this.attempts = attempts;
    this.onEnd = onEnd;
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
    onEnd.accept(this);
    return true;
  }
}
