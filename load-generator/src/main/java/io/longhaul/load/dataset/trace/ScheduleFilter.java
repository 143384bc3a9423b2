package io.longhaul.load.dataset.trace;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines which lines of a session file a fixed schedule excludes: unwanted lines, and the lines
 * after them in the same session that have no timestamp of their own. Receives the lines in file
 * order.
 */
public final class ScheduleFilter {
  private final Set<String> sessions = new HashSet<>();

  /**
   * Returns whether the next line is excluded.
   *
   * @param sessionId session of the line, or null if the line is a session by itself
   * @param nanos timestamp of its first turn, or null
   * @param isSelected whether the line itself is selected
   */
  public boolean excludes(@Nullable String sessionId, @Nullable Long nanos, boolean isSelected) {
    boolean isExcluded = !isSelected || (nanos == null && sessions.contains(sessionId));
    if (sessionId != null && isExcluded) {
      sessions.add(sessionId);
    } else {
      sessions.remove(sessionId);
    }
    return isExcluded;
  }

  /** Returns whether the latest line of this session was excluded. */
  public boolean hasExcludedLatestOf(String sessionId) {
    return sessions.contains(sessionId);
  }
}
