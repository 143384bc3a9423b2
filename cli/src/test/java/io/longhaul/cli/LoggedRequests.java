package io.longhaul.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Measures of what a server saw. */
final class LoggedRequests {
  private static final double SECOND = 1e9;

  private LoggedRequests() {}

  /** In the order in which they were sent: a network may change it, ids keep it. */
  static List<LoggedRequest> asSent(List<LoggedRequest> seen) {
    return seen.stream()
        .sorted(Comparator.comparing(request -> request.told("request_id")))
        .toList();
  }

  /** The most that were answered at one time. */
  static int mostAtOnce(Collection<LoggedRequest> seen) {
    return mostAtOnce(seen, LoggedRequest::finishedNanos);
  }

  /** The most that had no token yet at one time. */
  static int mostWaiting(Collection<LoggedRequest> seen) {
    return mostAtOnce(seen, LoggedRequest::firstTokenNanos);
  }

  private static int mostAtOnce(Collection<LoggedRequest> seen, ToLongFunction<LoggedRequest> end) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    for (LoggedRequest request : seen) {
      changes.merge(request.receivedNanos(), 1, Integer::sum);
      changes.merge(end.applyAsLong(request), -1, Integer::sum);
    }
    int now = 0;
    int most = 0;
    for (int change : changes.values()) {
      now += change;
      most = Math.max(most, now);
    }
    return most;
  }

  static double secondsBetweenFirstAndLast(List<LoggedRequest> seen) {
    return (seen.get(seen.size() - 1).receivedNanos() - seen.get(0).receivedNanos()) / SECOND;
  }

  /** How many of all came so soon after the one before. */
  static double shareOfGapsBelow(double seconds, List<LoggedRequest> seen) {
    int soon = 0;
    for (int i = 1; i < seen.size(); i++) {
      long gap = seen.get(i).receivedNanos() - seen.get(i - 1).receivedNanos();
      soon += gap / SECOND < seconds ? 1 : 0;
    }
    return soon / (seen.size() - 1.0);
  }

  /** Conversations by what their requests have in common, turn by turn. */
  static Map<String, List<LoggedRequest>> bySession(List<LoggedRequest> seen) {
    Map<String, List<LoggedRequest>> sessions = new LinkedHashMap<>();
    seen.stream()
        .sorted(Comparator.comparingLong(LoggedRequest::receivedNanos))
        .forEach(
            request ->
                sessions
                    .computeIfAbsent(request.told("correlation_id"), id -> new ArrayList<>())
                    .add(request));
    return sessions;
  }
}
