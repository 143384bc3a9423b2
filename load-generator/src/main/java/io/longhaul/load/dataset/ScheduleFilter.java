package io.longhaul.load.dataset;

import java.util.HashSet;
import java.util.Set;

/**
 * Which lines of a file of sessions a fixed schedule leaves out: those that are not wanted, and
 * with them the lines after them in their session that have no time of their own. Told line by
 * line.
 */
final class ScheduleFilter {
  private final Set<String> sessions = new HashSet<>();

  /**
   * Whether the next line is left out.
   *
   * @param sessionId of the line, or null when it is a session by itself
   * @param nanos the recorded time of its first turn, or null
   * @param isWanted whether it is by itself
   */
  boolean excludes(String sessionId, Long nanos, boolean isWanted) {
    boolean isExcluded = !isWanted || (nanos == null && sessions.contains(sessionId));
    if (sessionId != null && isExcluded) {
      sessions.add(sessionId);
    } else {
      sessions.remove(sessionId);
    }
    return isExcluded;
  }

  /** Whether the newest line of this session was left out. */
  boolean hasExcludedLatestOf(String sessionId) {
    return sessions.contains(sessionId);
  }
}
