package io.longhaul.load.plan;

/**
 * How much load there is in one phase, and when it stops.
 *
 * <p>With arrivals, users or a fixed schedule the loop is open: requests come at their planned
 * times, and a concurrency is a cap. Without them the loop is closed: a request is sent as soon as
 * one of the slots is free. A session of several turns holds its slot until its last one has ended,
 * while its user thinks too. Sending stops at a count, at the duration or at the end of the
 * schedule, whichever comes first.
 *
 * @param concurrency sessions under way at once, or null when there are arrivals and nothing caps
 *     them; single turns are sessions too
 * @param concurrencyRampNanos in this time the slots open one after the other, evenly, from the
 *     first at the start to the last at its end; 0 opens all at the start
 * @param prefill how many of them may wait for their first token, or null for all
 * @param arrivals when requests arrive; null for a closed loop, users and a fixed schedule
 * @param users who asks in an open loop, in place of arrivals; or null
 * @param fixedSchedule whether requests are sent at the times that the dataset has for them
 * @param cancellation which requests are given up on purpose
 * @param requestCount how many requests are sent, or null for no such limit
 * @param sessionCount how many sessions are begun, all turns of which are sent, or null for no such
 *     limit
 * @param durationNanos for how long requests are sent, or null for no such limit
 * @param graceNanos for how long answers are awaited after the last sending; {@link #FOR_EVER}
 *     leaves the end to the timeout of each request
 */
public record PhasePlan(
    @Nullable Integer concurrency,
    long concurrencyRampNanos,
    @Nullable PrefillPlan prefill,
    @Nullable ArrivalPlan arrivals,
    @Nullable UserPlan users,
    boolean fixedSchedule,
    CancellationPlan cancellation,
    @Nullable Long requestCount,
    @Nullable Long sessionCount,
    @Nullable Long durationNanos,
    long graceNanos) {

  /** A grace time without an end. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** How many requests come per second, or null when no plan says so. */
  public RateCurve rate() {
    if (users != null) {
      return RateCurve.level(users.turnsPerSecond());
    }
    return arrivals == null ? null : arrivals.rate();
  }

  /** How many sessions may be under way at once, by whatever limits them; 0 for no limit. */
  int slots() {
    if (users != null) {
      return users.users();
    }
    return concurrency == null ? 0 : concurrency;
  }

  /** Whether arrivals come at planned times rather than when a slot is free. */
  public boolean isOpenLoop() {
    return arrivals != null || users != null || fixedSchedule;
  }

  /** Whether the requests themselves come to an end; else the duration ends them. */
  public boolean hasLastRequest() {
    return requestCount != null || sessionCount != null || fixedSchedule;
  }

  /** How many sessions may begin, or null when nothing limits them. */
  Long mostSessions() {
    if (requestCount == null || sessionCount == null) {
      return requestCount == null ? sessionCount : requestCount;
    }
    return Long.valueOf(Math.min(requestCount, sessionCount));
  }

  void check(LoadPhase phase, Problems problems) {
    String of = phase == LoadPhase.WARMUP ? "warmup " : "";
    if (concurrency == null && !isOpenLoop()) {
      problems.add(
          "Invalid " + of + "load: neither concurrency nor request rate (give one or both)");
    }
    if (concurrency != null) {
      problems.requirePositive(of + "concurrency", concurrency, "requests");
    }
    if (concurrencyRampNanos < 0 || (concurrencyRampNanos > 0 && concurrency == null)) {
      problems.invalid(
          of + "concurrency ramp", concurrencyRampNanos, "0 ns or more, with a concurrency");
    }
    if (arrivals != null) {
      arrivals.check(of, problems);
      if (fixedSchedule) {
        problems.add("Invalid " + of + "load: both a request rate and a fixed schedule (give one)");
      }
    }
    if (prefill != null) {
      prefill.check(of, concurrency, problems);
    }
    if (users != null) {
      users.check(of, problems);
      checkUsers(of, problems);
    }
    cancellation.check(of, problems);
    if (durationNanos == null && !hasLastRequest()) {
      problems.add("Invalid " + of + "load: it never stops (give a request count or a duration)");
    }
    if (requestCount != null) {
      problems.requirePositive(of + "request count", requestCount, "requests");
    }
    if (sessionCount != null) {
      problems.requirePositive(of + "session count", sessionCount, "sessions");
    }
    if (durationNanos != null) {
      problems.requirePositive(of + "duration", durationNanos, "ns");
    }
    if (graceNanos < 0) {
      problems.invalid(of + "grace period", graceNanos, "0 ns or more");
    }
  }

  private void checkUsers(String of, Problems problems) {
    if (arrivals != null || fixedSchedule) {
      problems.add(
          "Invalid "
              + of
              + "load: users beside a request rate or a fixed schedule (they have a rate of their"
              + " own)");
    }
    if (sessionCount != null && sessionCount < users.users()) {
      problems.invalid(of + "session count", sessionCount, "as many as users, or more");
    }
    if (requestCount != null && requestCount < users.users()) {
      problems.invalid(of + "request count", requestCount, "as many as users, or more");
    }
  }
}
