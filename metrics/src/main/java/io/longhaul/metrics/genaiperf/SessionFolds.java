package io.longhaul.metrics.genaiperf;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answered requests on their way into GenAI-Perf's figures of their sessions, in any order: of each
 * session D goes from its own first start to its own last response, with all the thinking between
 * its turns. Memory is bounded: the first {@link #MOST_SESSIONS} by name are kept, whatever comes
 * first. For one thread.
 */
public final class SessionFolds {
  public static final int MOST_SESSIONS = 2_000;

  /** Percentiles of a session are exact up to so many turns. */
  public static final int MOST_EXACT_TURNS = 1_000;

  private final TreeMap<String, GenAiPerfFold> sessions = new TreeMap<>();
  private boolean leftSomeOut;

  /** Adds a request; one that stands alone counts for no session. */
  public void add(RecordedRequest request) {
    String session = request.session();
    if (session.equals(RecordedRequest.NO_SESSION)) {
      return;
    }
    if (sessions.size() == MOST_SESSIONS && !sessions.containsKey(session)) {
      leftSomeOut = true;
      if (session.compareTo(sessions.lastKey()) > 0) {
        return;
      }
      sessions.pollLastEntry();
    }
    sessions
        .computeIfAbsent(session, any -> new GenAiPerfFold(true, MOST_EXACT_TURNS))
        .add(request);
  }

  /** The sessions that have a request, by name. */
  public SortedMap<String, GenAiPerfFold> sessions() {
    return unmodifiableSortedMap(sessions);
  }

  /** Whether there were more sessions than are kept. */
  public boolean leftSomeOut() {
    return leftSomeOut;
  }
}
