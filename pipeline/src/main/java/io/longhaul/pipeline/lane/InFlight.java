package io.longhaul.pipeline.lane;

import java.util.List;

/**
 * The times within one slice when requests of one lane started and ended. When the slice is
 * complete, a sweep over both computes the exact time in flight and the maximum number of
 * concurrent requests.
 */
final class InFlight {
  private final LongList starts;
  private final LongList ends;

  InFlight() {
    this(new LongList(), new LongList());
  }

  private InFlight(LongList starts, LongList ends) {
    this.starts = starts;
    this.ends = ends;
  }

  void started(long epochNanos) {
    starts.add(epochNanos);
  }

  void ended(long epochNanos) {
    ends.add(epochNanos);
  }

  /**
   * Result of a sweep.
   *
   * @param requestNanos time in flight, summed over requests
   * @param max maximum number of concurrent requests
   * @param left requests still in flight at the slice's end
   */
  record Sweep(long requestNanos, long max, long left) {}

  /**
   * Sweeps the slice. A request that ends at the time when another starts does not overlap with it.
   *
   * @param carried requests in flight at the slice's start
   */
  Sweep sweep(long sliceStart, long sliceEnd, long carried) {
    long[] startsAt = starts.sorted();
    long[] endsAt = ends.sorted();
    long at = sliceStart;
    long now = carried;
    long max = carried;
    long requestNanos = 0;
    int s = 0;
    int e = 0;
    while (s < startsAt.length || e < endsAt.length) {
      boolean ends = e < endsAt.length && (s == startsAt.length || endsAt[e] <= startsAt[s]);
      long next = ends ? endsAt[e++] : startsAt[s++];
      requestNanos += now * (next - at);
      at = next;
      now += ends ? -1 : 1;
      max = Math.max(max, now);
    }
    return new Sweep(requestNanos + now * (sliceEnd - at), max, now);
  }

  InFlight copy() {
    return new InFlight(starts.copy(), ends.copy());
  }

  List<Long> startsState() {
    return starts.toState();
  }

  List<Long> endsState() {
    return ends.toState();
  }

  static InFlight ofState(List<Long> starts, List<Long> ends) {
    return new InFlight(LongList.ofState(starts), LongList.ofState(ends));
  }
}
