package io.longhaul.load.dataset.file;

import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.dataset.trace.ScheduleFilter;
import io.longhaul.load.dataset.trace.SessionTimestamps;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.TracePlan;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects the lines of a session file to send, and counts them. On a fixed schedule, these are the
 * lines whose first turn is within the offsets, and the lines after them without a timestamp;
 * otherwise all lines. Receives the lines in file order.
 */
final class SessionSelection {
  private final TracePlan trace;
  private final boolean sendsHistory;
  private final boolean timed;
  private final ScheduleFilter filter = new ScheduleFilter();

  /** Latest timestamp of each session's turns so far; null if there is none yet. */
  private final Map<String, Long> lastNanosBySession = new HashMap<>();

  /** System messages of sessions that have no other turn so far. */
  private final Map<String, MultiTurnLine> messageBySession = new LinkedHashMap<>();

  private PromptFileSummary summary = PromptFileSummary.NONE;

  /**
   * Creates an empty selection.
   *
   * @param timed whether there is a fixed schedule
   */
  SessionSelection(DatasetPlan plan, boolean timed) {
    this.trace = plan.trace();
    this.sendsHistory = plan.fileType() == FileType.MULTI_TURN;
    this.timed = timed;
  }

  /**
   * Returns whether this line is sent. A leading system message is sent together with its session.
   *
   * @throws MalformedLineException if the line cannot be on a fixed schedule
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

  /** Returns whether this is a system message whose session continues on a later line. */
  private boolean isLeadingSystemMessage(MultiTurnLine line) {
    return sendsHistory && line.sessionId() != null && line.isSystemMessage();
  }

  /** Returns a session that would be sent on a fixed schedule but has no timestamp. */
  Optional<String> sessionWithoutTime() {
    return messageBySession.keySet().stream()
        .filter(session -> timed && !filter.hasExcludedLatestOf(session))
        .findFirst();
  }

  /** Returns the totals of all selected lines so far. */
  PromptFileSummary summary() {
    PromptFileSummary all = summary;
    if (!timed) {
      // A system message without further turns is itself a turn.
      for (int i = 0; i < messageBySession.size(); i++) {
        all = all.withSession();
      }
    }
    return all;
  }
}
