package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.text.MalformedLineException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lines of a trace that belong to one session, by {@code session_id} and in file order.
 * Receives the lines in file order. Afterwards it uses 4 bytes per line, or none if every session
 * has one turn.
 */
final class TraceSessions {
  private static final int NONE = -1;

  private final Map<String, Last> lastBySession = new HashMap<>();

  /** Row of the next turn in the session, by row; empty while no session has several turns. */
  private int[] following = new int[0];

  private int rows;
  private PromptFileSummary content = PromptFileSummary.NONE;

  private final boolean timed;

  private record Last(int row, TraceLine.Mode mode, @Nullable Long nanos) {}

  /**
   * Creates an empty collection.
   *
   * @param timed whether timestamps of a session must not decrease
   */
  TraceSessions(boolean timed) {
    this.timed = timed;
  }

  /** Returns whether this line would be a later turn of a session. */
  boolean isLaterTurn(TraceLine line) {
    return line.sessionId() != null && lastBySession.containsKey(line.sessionId());
  }

  /**
   * Adds the line of the next row.
   *
   * @throws MalformedLineException if it cannot be a turn of its session
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

  /**
   * Lines with complete messages cannot be mixed with lines that are sent with the previous turns.
   */
  private static void requireOneMode(TraceLine line, TraceLine.Mode before)
      throws MalformedLineException {
    if (line.mode() != before) {
      throw new MalformedLineException(
          "session %s has %s after %s (use one of them in all of its lines)"
              .formatted(line.sessionId(), line.mode().word(), before.word()));
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

  /** Returns the totals. */
  PromptFileSummary content() {
    return content;
  }

  /** Returns whether each line is a session by itself. */
  boolean areSingleTurns() {
    return following.length == 0;
  }

  /** Returns the row of the session's next turn, or -1. */
  int following(int row) {
    return row < following.length ? following[row] : NONE;
  }

  /** Returns the rows of first turns, in file order. */
  IntStream firstRows() {
    boolean[] isLater = new boolean[rows];
    for (int row : following) {
      if (row != NONE) {
        isLater[row] = true;
      }
    }
    return IntStream.range(0, rows).filter(row -> !isLater[row]);
  }

  /** Discards the session IDs, when no more lines follow. */
  void close() {
    lastBySession.clear();
  }
}
