package io.longhaul.load.dataset;

import io.longhaul.load.plan.TracePlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which lines of a file of sessions are sent, and how much that is. On a fixed schedule these are
 * the ones whose first turn is within its offsets; else all. Told line by line while the file is
 * read.
 */
final class SessionSelection {
  private final TracePlan trace;
  private final boolean timed;

  /** The last recorded time of each session's turns until now; null while they have none. */
  private final Map<String, Long> lastNanosBySession = new HashMap<>();

  private FileContent content = FileContent.NONE;

  /**
   * A selection of no lines yet.
   *
   * @param timed whether there is a fixed schedule
   */
  SessionSelection(TracePlan trace, boolean timed) {
    this.trace = trace;
    this.timed = timed;
  }

  /**
   * Whether this line is sent.
   *
   * @throws MalformedLineException when a fixed schedule cannot have it
   */
  boolean takes(MultiTurnLine line) throws MalformedLineException {
    String session = line.sessionId();
    boolean begins = session == null || !lastNanosBySession.containsKey(session);
    List<SingleTurnLine> turns = begins ? line.sentFirst() : line.turns();
    Long firstNanos = turns.get(0).timestampNanos();
    if (timed && !trace.isWithinOffsets(firstNanos)) {
      return false;
    }
    if (timed && begins) {
      SessionTimes.requireFirst(firstNanos);
    }
    Long last = lastNanosBySession.get(session);
    for (int i = 0; i < turns.size(); i++) {
      SingleTurnLine turn = turns.get(i);
      Long nanos = turn.timestampNanos();
      if (timed) {
        SessionTimes.requireForward(last, nanos);
      }
      last = nanos == null ? last : nanos;
      boolean isFirst = begins && i == 0;
      content =
          isFirst
              ? content.withSession()
              : content.withLaterTurn(SessionTimes.waitedNanos(timed, nanos, turn.delayNanos()));
    }
    if (session != null) {
      lastNanosBySession.put(session, last);
    }
    return true;
  }

  /** How much is sent of all lines until now. */
  FileContent content() {
    return content;
  }
}
