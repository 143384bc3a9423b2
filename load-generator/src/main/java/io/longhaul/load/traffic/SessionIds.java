package io.longhaul.load.traffic;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which requests are turns of one session: those with the same {@code X-Correlation-ID}, one after
 * another. A turn is replayed after the answer to the one before; so a request that came before
 * that answer is none, and becomes a session of its own. One thread.
 */
final class SessionIds {
  private static final int MAX_TRACKED_SESSIONS = 100_000;

  private final Map<String, Long> lastEndById =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_TRACKED_SESSIONS;
        }
      };

  /**
   * The session of a request; null when its client did not name one. Requests are told in the order
   * in which they ended.
   */
  String idFor(RecordedExchange exchange) {
    String id = exchange.request().correlationId();
    if (id.isBlank()) {
      return null;
    }
    Long lastEnd = lastEndById.get(id);
    if (lastEnd != null && exchange.arrivedNanos() < lastEnd) {
      return null;
    }
    lastEndById.put(id, exchange.endedNanos());
    return id;
  }
}
