package io.longhaul.load.traffic;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assigns requests to sessions. Sequential requests with the same {@code X-Correlation-ID} are
 * turns of one session. A replay sends a turn only after the response to the turn before it. A
 * request that arrived before that response therefore becomes a session of its own. Not
 * thread-safe.
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
   * Returns the session ID of a request, or null if the request does not belong to a session. Call
   * this in the order in which requests ended.
   *
   * @param id the request's {@code X-Correlation-ID}, or empty
   */
  @Nullable String idFor(String id, long arrivedNanos, long endedNanos) {
    if (id.isBlank()) {
      return null;
    }
    Long lastEnd = lastEndById.get(id);
    if (lastEnd != null && arrivedNanos < lastEnd) {
      return null;
    }
    lastEndById.put(id, endedNanos);
    return id;
  }
}
