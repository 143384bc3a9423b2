package io.longhaul.load.dataset;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which lines of a trace are turns of one session: those with one {@code session_id}, in the order
 * in which they stand. Told line by line while the trace is read. Kept afterwards are 4 bytes for
 * each line, and none of a trace whose sessions have one turn each.
 */
final class TraceSessions {
  private static final int NONE = -1;

  private final Map<String, Last> lastBySession = new HashMap<>();

  /** The row of the turn after that of each row; empty while there are no later turns. */
  private int[] following = new int[0];

  private int rows;
  private PromptFileSummary content = PromptFileSummary.NONE;

  private final boolean timed;

  private record Last(int row, TraceLine.Mode mode, Long nanos) {}

  /**
   * No lines yet.
   *
   * @param timed whether the times of a session must not go back
   */
  TraceSessions(boolean timed) {
    this.timed = timed;
  }

  /** Whether this line would be a later turn of a session. */
  boolean isLaterTurn(TraceLine line) {
    return line.sessionId() != null && lastBySession.containsKey(line.sessionId());
  }

  /**
   * Takes the line that becomes the next row.
   *
   * @throws MalformedLineException when it cannot be a turn of its session
   */
  void add(TraceLine line) throws MalformedLineException {
    int row = rows;
    Long nanos = line.timestampNanos();
    Last before = isLaterTurn(line) ? lastBySession.get(line.sessionId()) : null;
    if (before == null) {
      content = content.withSession();
    } else {
      requireOneMode(line, before.mode());
      if (timed) {
        SessionTimestamps.requireNondecreasing(before.nanos(), nanos);
      }
      content =
          content.withLaterTurn(
              SessionTimestamps.effectiveDelayNanos(timed, nanos, line.delayNanos()));
      nanos = nanos == null ? before.nanos() : nanos;
      link(before.row(), row);
    }
    if (line.sessionId() != null) {
      lastBySession.put(line.sessionId(), new Last(row, line.mode(), nanos));
    }
    rows++;
  }

  /** What says all by itself and what is told with what was said before do not go together. */
  private static void requireOneMode(TraceLine line, TraceLine.Mode before)
      throws MalformedLineException {
    if (line.mode() != before) {
      throw new MalformedLineException(
          "session "
              + line.sessionId()
              + " has "
              + line.mode().word()
              + " after "
              + before.word()
              + " (one of them in all its lines)");
    }
  }

  private void link(int before, int row) {
    int oldLength = following.length;
    if (before >= oldLength) {
      following = Arrays.copyOf(following, Math.max(before + 1, oldLength + oldLength / 2));
      Arrays.fill(following, oldLength, following.length, NONE);
    }
    following[before] = row;
  }

  /** How much they are. */
  PromptFileSummary content() {
    return content;
  }

  /** Whether each line is a session of its own. */
  boolean areSingleTurns() {
    return following.length == 0;
  }

  /** The row of the turn after this one's, or -1. */
  int following(int row) {
    return row < following.length ? following[row] : NONE;
  }

  /** The rows of first turns, in the order in which they stand. */
  IntStream firstRows() {
    boolean[] isLater = new boolean[rows];
    for (int row : following) {
      if (row != NONE) {
        isLater[row] = true;
      }
    }
    return IntStream.range(0, rows).filter(row -> !isLater[row]);
  }

  /** Forgets the names of sessions: no more lines come. */
  void close() {
    lastBySession.clear();
  }
}
