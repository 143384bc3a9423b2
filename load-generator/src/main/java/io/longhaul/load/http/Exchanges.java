package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/** The exchanges of a client that have not ended. On its loop. */
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
   * Begins one; it ends as cancelled when the client is closed, or was.
   *
   * @param notBeforeNanos before this time its limit does not run
   * @param attempts makes its tries
   * @throws IllegalStateException on any thread but the loop's
   */
  LlmClient.Exchange begin(
      OutgoingRequest request,
      long notBeforeNanos,
      ExchangeListener listener,
      Attempt.Maker attempts) {
    loop.requireOnLoop();
    HttpExchange exchange =
        new HttpExchange(
            loop, clock, retryStale, request.timeoutNanos(), listener, attempts, open::remove);
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
}
