package io.longhaul.load.plan;

/**
 * How much load there is in one phase, and when it stops.
 *
 * <p>With a request rate the loop is open: arrivals come at their planned times, and a concurrency
 * is a cap. Without one the loop is closed: a request is sent as soon as one of the slots is free.
 * Sending stops at the count or at the duration, whichever comes first.
 *
 * @param concurrency requests in flight at once, or null when a rate is given and nothing caps it
 * @param requestRate arrivals per second, or null for a closed loop
 * @param arrivalPattern how gaps between arrivals are drawn; not used in a closed loop
 * @param requestCount how many requests are sent, or null for no such limit
 * @param durationNanos for how long requests are sent, or null for no such limit
 * @param graceNanos for how long answers are awaited after the last sending; {@link #FOR_EVER}
 *     leaves the end to the timeout of each request
 */
public record PhasePlan(
    Integer concurrency,
    Double requestRate,
    ArrivalPattern arrivalPattern,
    Long requestCount,
    Long durationNanos,
    long graceNanos) {

  /** A grace time without an end. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** Whether arrivals come at planned times rather than when a slot is free. */
  public boolean isOpenLoop() {
    return requestRate != null;
  }

  void check(LoadPhase phase, Problems problems) {
    String of = phase == LoadPhase.WARMUP ? "warmup " : "";
    if (concurrency == null && requestRate == null) {
      problems.add(
          "Invalid " + of + "load: neither concurrency nor request rate (give one or both)");
    }
    if (concurrency != null) {
      problems.requirePositive(of + "concurrency", concurrency, "requests");
    }
    if (requestRate != null && !(requestRate > 0 && Double.isFinite(requestRate))) {
      problems.invalid(of + "request rate", requestRate, "more than 0 requests per second");
    }
    if (requestCount == null && durationNanos == null) {
      problems.add("Invalid " + of + "load: it never stops (give a request count or a duration)");
    }
    if (requestCount != null) {
      problems.requirePositive(of + "request count", requestCount, "requests");
    }
    if (durationNanos != null) {
      problems.requirePositive(of + "duration", durationNanos, "ns");
    }
    if (graceNanos < 0) {
      problems.invalid(of + "grace period", graceNanos, "0 ns or more");
    }
  }
}
