package io.longhaul.report.figures;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * Computes the {@link Availability} of a window from its requests, in any order. Uses two bits of
 * memory per second, and an entry for each second in which a connection was refused.
 */
final class AvailabilityFold {
  private static final long SECOND_NANOS = 1_000_000_000;

  private final long startEpochNanos;
  private final int seconds;
  private final BitSet succeeded = new BitSet();
  private final BitSet failed = new BitSet();
  private final TreeMap<Integer, Integer> refused = new TreeMap<>();
  private long refusedConnections;

  AvailabilityFold(long startEpochNanos, long endEpochNanos) {
    this.startEpochNanos = startEpochNanos;
    long nanos = Math.max(1, endEpochNanos - startEpochNanos);
    this.seconds = Math.toIntExact((nanos + SECOND_NANOS - 1) / SECOND_NANOS);
  }

  void add(PhaseRequests requests) {
    for (int row = 0; row < requests.rows(); row++) {
      if (requests.isValid(row)) {
        int first = secondOf(requests.startEpochNanos(row));
        succeeded.set(first, Math.max(first, secondOf(requests.endEpochNanos(row))) + 1);
      } else if (requests.isError(row)) {
        int second = secondOf(requests.endEpochNanos(row));
        failed.set(second);
        if (requests.isRefused(row)) {
          refused.merge(second, 1, Integer::sum);
          refusedConnections++;
        }
      }
    }
  }

  /** Returns the second of a time; times outside the window count in the first or last second. */
  private int secondOf(long epochNanos) {
    long second = Math.floorDiv(epochNanos - startEpochNanos, SECOND_NANOS);
    return (int) Math.max(0, Math.min(seconds - 1L, second));
  }

  Availability finish() {
    failed.andNot(succeeded);
    BitSet known = (BitSet) succeeded.clone();
    known.or(failed);
    List<Availability.Outage> outages = new ArrayList<>();
    long available = 0;
    long unavailable = 0;
    int second = known.isEmpty() ? seconds : known.nextSetBit(0);
    while (second < seconds) {
      boolean isAvailable = succeeded.get(second);
      int change = (isAvailable ? failed : succeeded).nextSetBit(second);
      int end = change < 0 ? seconds : change;
      if (isAvailable) {
        available += end - second;
      } else {
        unavailable += end - second;
        outages.add(new Availability.Outage(second, end - second, refusedIn(second, end)));
      }
      second = end;
    }
    return new Availability(available, unavailable, refusedConnections, outages);
  }

  private long refusedIn(int from, int end) {
    return refused.subMap(from, end).values().stream().mapToLong(Integer::longValue).sum();
  }
}
