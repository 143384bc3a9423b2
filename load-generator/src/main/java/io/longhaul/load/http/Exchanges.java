package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

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
