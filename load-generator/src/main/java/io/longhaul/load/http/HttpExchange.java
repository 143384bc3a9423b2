package io.longhaul.load.http;

import io.longhaul.load.http.ExchangeEnd.Kind;
import io.longhaul.load.time.RunClock;
import java.util.function.Consumer;

/**
 * One request from the first try to its one end: keeps its time limit, decides whether it is tried
 * again, and ends it exactly once. On the loop.
 */
final class HttpExchange implements LlmClient.Exchange {

  private final ClientLoop loop;
  private final RunClock clock;
  private final boolean retryStale;
  private final long timeoutNanos;
  private final ExchangeListener listener;
  private final Attempt.Maker attempts;
  private final Consumer<HttpExchange> onEnd;

  private LlmClient.Timer timeLimit = () -> {};
  private Attempt attempt;
  private boolean ended;

  /**
   * @param onEnd hears of the end before the listener does
   */
  HttpExchange(
      ClientLoop loop,
      RunClock clock,
      boolean retryStale,
      long timeoutNanos,
      ExchangeListener listener,
      Attempt.Maker attempts,
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
    attempt = attempts.attempt(this, listener, fresh);
    attempt.start();
  }

  /** A kept connection was closed before the first byte of an answer. */
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
    endNow(new ExchangeEnd(Kind.TIMEOUT, "no end of the answer within the time limit"));
  }

  @Override
  public void cancel() {
    endNow(new ExchangeEnd(Kind.CANCELLED, "cancelled by us"));
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
