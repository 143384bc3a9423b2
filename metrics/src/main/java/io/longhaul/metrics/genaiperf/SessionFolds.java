package io.longhaul.metrics.genaiperf;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Aggregates successful requests, in any order, into GenAI-Perf's metrics of each session. D of a
 * session is the time from its first start to its last response, think time included. Memory is
 * bounded: only the first {@link #MAX_SESSIONS} sessions by name are kept. For one thread.
 */
public final class SessionFolds {
  public static final int MAX_SESSIONS = 2_000;

  /** Maximum number of turns per session with exact percentiles. */
  public static final int MAX_EXACT_TURNS = 1_000;

  private final TreeMap<String, GenAiPerfFold> sessions = new TreeMap<>();
  private boolean omittedSome;

  /** Adds a request; requests without a session are ignored. */
  public void add(RecordedRequest request) {
    String session = request.session();
    if (session.equals(RecordedRequest.NO_SESSION)) {
      return;
    }
    if (sessions.size() == MAX_SESSIONS && !sessions.containsKey(session)) {
      omittedSome = true;
      if (session.compareTo(sessions.lastKey()) > 0) {
        return;
      }
      sessions.pollLastEntry();
    }
    sessions.computeIfAbsent(session, any -> new GenAiPerfFold(true, MAX_EXACT_TURNS)).add(request);
  }

  /** Returns the sessions by name. */
  public SortedMap<String, GenAiPerfFold> sessions() {
    return unmodifiableSortedMap(sessions);
  }

  /** Returns whether there were more sessions than are kept. */
  public boolean omittedSome() {
    return omittedSome;
  }
}
