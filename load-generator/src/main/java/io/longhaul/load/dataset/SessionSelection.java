package io.longhaul.load.dataset;

import io.longhaul.load.plan.DatasetPlan;
import io.longhaul.load.plan.FileType;
import io.longhaul.load.plan.TracePlan;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which lines of a file of sessions are sent, and how much that is. On a fixed schedule these are
 * the ones whose first turn is within its offsets, and those without a time after one of them; else
 * all. Told line by line while the file is read.
 */
final class SessionSelection {
  private final TracePlan trace;
  private final boolean sendsHistory;
  private final boolean timed;
  private final ScheduleFilter filter = new ScheduleFilter();

  /** The last recorded time of each session's turns until now; null while they have none. */
  private final Map<String, Long> lastNanosBySession = new HashMap<>();

  /** Of sessions that have nothing else until now, the message of the system. */
  private final Map<String, MultiTurnLine> messageBySession = new LinkedHashMap<>();

  private PromptFileSummary summary = PromptFileSummary.NONE;

  /**
   * A selection of no lines yet.
   *
   * @param timed whether there is a fixed schedule
   */
  SessionSelection(DatasetPlan plan, boolean timed) {
    this.trace = plan.trace();
    this.sendsHistory = plan.fileType() == FileType.MULTI_TURN;
    this.timed = timed;
  }

  /**
   * Whether this line is sent; a message of the system is as soon as its session is.
   *
   * @throws MalformedLineException when a fixed schedule cannot have it
   */
  boolean includes(MultiTurnLine line) throws MalformedLineException {
    String session = line.sessionId();
    boolean isNew = session == null || !lastNanosBySession.containsKey(session);
    MultiTurnLine message = messageBySession.get(session);
    if (isNew && message == null && isLeadingSystemMessage(line)) {
      messageBySession.put(session, line);
      return true;
    }
    MultiTurnLine sent = message == null ? line : line.prepend(message);
    List<SingleTurnLine> turns = isNew ? sent.turnsToSend() : sent.turns();
    Long firstNanos = turns.get(0).timestampNanos();
    if (timed && filter.excludes(session, firstNanos, trace.isWithinOffsets(firstNanos))) {
      return false;
    }
    if (timed && isNew) {
      SessionTimestamps.requirePresent(firstNanos);
    }
    messageBySession.remove(session);
    Long last = lastNanosBySession.get(session);
    for (int i = 0; i < turns.size(); i++) {
      SingleTurnLine turn = turns.get(i);
      Long nanos = turn.timestampNanos();
      if (timed) {
        SessionTimestamps.requireNondecreasing(last, nanos);
      }
      last = nanos == null ? last : nanos;
      boolean isFirst = isNew && i == 0;
      summary =
          isFirst
              ? summary.withSession()
              : summary.withLaterTurn(
                  SessionTimestamps.effectiveDelayNanos(timed, nanos, turn.delayNanos()));
    }
    if (session != null) {
      lastNanosBySession.put(session, last);
    }
    return true;
  }

  /** Whether the turns that it goes before are in a line after it. */
  private boolean isLeadingSystemMessage(MultiTurnLine line) {
    return sendsHistory && line.sessionId() != null && line.isSystemMessage();
  }

  /** A session that would be sent on a fixed schedule and has no turn that says when. */
  Optional<String> sessionWithoutTime() {
    return messageBySession.keySet().stream()
        .filter(session -> timed && !filter.hasExcludedLatestOf(session))
        .findFirst();
  }

  /** How much is sent of all lines until now. */
  PromptFileSummary summary() {
    PromptFileSummary all = summary;
    if (!timed) {
      // A message that nothing follows is a turn.
      for (int i = 0; i < messageBySession.size(); i++) {
        all = all.withSession();
      }
    }
    return all;
  }
}
