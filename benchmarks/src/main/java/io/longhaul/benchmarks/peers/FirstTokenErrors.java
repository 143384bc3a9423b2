package io.longhaul.benchmarks.peers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares times to first token with those of the server. Tools do not send the IDs of their
 * records, so a record belongs to the request that the server received at the time that is nearest
 * to its start. A wrong pair matters little if all responses have the same time to first token.
 */
public final class FirstTokenErrors {
  /** A request that is sent later than this after its record's start has no record. */
  private static final long MAX_DISTANCE_NANOS = 20_000_000;

  private FirstTokenErrors() {}

  /**
   * Returns the difference of each record that has a request, in nanoseconds.
   *
   * @param measured records of a tool
   * @param truth the same requests as the server saw them
   */
  public static List<Long> of(List<TimedRequest> measured, List<TimedRequest> truth) {
    List<TimedRequest> records = inTime(measured);
    List<TimedRequest> requests = inTime(truth);
    List<Long> errors = new ArrayList<>();
    int next = 0;
    for (TimedRequest record : records) {
      while (next + 1 < requests.size()
          && distance(record, requests.get(next + 1)) <= distance(record, requests.get(next))) {
        next++;
      }
      if (next < requests.size() && distance(record, requests.get(next)) <= MAX_DISTANCE_NANOS) {
        errors.add(record.timeToFirstTokenNanos() - requests.get(next).timeToFirstTokenNanos());
      }
    }
    return errors;
  }

  private static List<TimedRequest> inTime(List<TimedRequest> requests) {
    return requests.stream()
        .sorted(Comparator.comparingLong(TimedRequest::startEpochNanos))
        .toList();
  }

  private static long distance(TimedRequest one, TimedRequest other) {
    return Math.abs(one.startEpochNanos() - other.startEpochNanos());
  }
}
