package io.longhaul.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Statistics of the requests that a server received. */
final class LoggedRequests {
  private static final double SECOND = 1e9;

  private LoggedRequests() {}

  /** Sorts by the order of sending, which the IDs preserve. */
  static List<LoggedRequest> asSent(List<LoggedRequest> seen) {
    return seen.stream()
        .sorted(Comparator.comparing(request -> request.field("request_id")))
        .toList();
  }

  /** Returns the maximum number of concurrent requests. */
  static int maxConcurrency(Collection<LoggedRequest> seen) {
    return maxConcurrency(seen, LoggedRequest::finishedNanos);
  }

  /** Returns the maximum number of concurrent requests without a first token. */
  static int mostWaiting(Collection<LoggedRequest> seen) {
    return maxConcurrency(seen, LoggedRequest::firstTokenNanos);
  }

  private static int maxConcurrency(
      Collection<LoggedRequest> seen, ToLongFunction<LoggedRequest> end) {
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

  /** Returns the fraction of requests that are planned within this time of the previous one. */
  static double shareOfGapsBelow(double seconds, List<Double> plannedSeconds) {
    int soon = 0;
    for (int i = 1; i < plannedSeconds.size(); i++) {
      soon += plannedSeconds.get(i) - plannedSeconds.get(i - 1) < seconds ? 1 : 0;
    }
    return soon / (plannedSeconds.size() - 1.0);
  }

  /** Groups requests into conversations by their common history. */
  static Map<String, List<LoggedRequest>> bySession(List<LoggedRequest> seen) {
    Map<String, List<LoggedRequest>> sessions = new LinkedHashMap<>();
    seen.stream()
        .sorted(Comparator.comparingLong(LoggedRequest::receivedNanos))
        .forEach(
            request ->
                sessions
                    .computeIfAbsent(request.field("correlation_id"), id -> new ArrayList<>())
                    .add(request));
    return sessions;
  }
}
