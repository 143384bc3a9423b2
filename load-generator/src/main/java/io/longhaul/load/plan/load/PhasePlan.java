package io.longhaul.load.plan.load;

import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;

/**
 * The load of one phase, and when it stops.
 *
 * <p>With arrivals, users or a fixed schedule, the loop is open: requests are sent at their planned
 * times, and the concurrency is an upper limit. Otherwise the loop is closed: a request is sent as
 * soon as a slot is free. A session of several turns occupies its slot until its last turn has
 * ended, including the delays between turns. Sending stops at a count, at the duration or at the
 * end of the schedule, whichever is reached first.
 *
 * @param concurrency maximum number of concurrent sessions, including single turns, or null for no
 *     limit in an open loop
 * @param concurrencyRampNanos the time in which the slots open one by one at equal intervals: the
 *     first at the start, the last at the end; 0 opens all slots at the start
 * @param prefill the maximum number of requests that wait for their first token, or null for none
 * @param arrivals the arrivals of requests; null for a closed loop, users and a fixed schedule
 * @param users the users of an open loop, instead of arrivals; or null
 * @param fixedSchedule whether requests are sent at their times in the dataset
 * @param cancellation which requests are cancelled on purpose
 * @param requestCount the number of requests to send, or null for no limit
 * @param sessionCount the number of sessions to start, each with all of its turns, or null for no
 *     limit
 * @param durationNanos the time in which requests are sent, or null for no limit
 * @param graceNanos the time to wait for responses after the last request; {@link #FOR_EVER} waits
 *     until each request has ended or reached its timeout
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

  /** A grace period without an end. */
  public static final long FOR_EVER = Long.MAX_VALUE;

  /** Returns the request rate, or null if the plan has none. */
  @Nullable public RateCurve rate() {
    if (users != null) {
      return RateCurve.level(users.turnsPerSecond());
    }
    return arrivals == null ? null : arrivals.rate();
  }

  /** Returns the maximum number of concurrent sessions or users, or 0 for no limit. */
  int slots() {
    if (users != null) {
      return users.users();
    }
    return concurrency == null ? 0 : concurrency;
  }

  /** Returns whether requests are sent at planned times rather than when a slot is free. */
  public boolean isOpenLoop() {
    return arrivals != null || users != null || fixedSchedule;
  }

  /** Returns whether the number of requests is limited; otherwise the duration ends the phase. */
  public boolean hasLastRequest() {
    return requestCount != null || sessionCount != null || fixedSchedule;
  }

  /** Returns the maximum number of sessions to start, or null for no limit. */
  @Nullable Long mostSessions() {
    if (requestCount == null || sessionCount == null) {
      return requestCount == null ? sessionCount : requestCount;
    }
    return Long.valueOf(Math.min(requestCount, sessionCount));
  }

  void check(LoadPhase phase, Problems problems) {
    String of = phase == LoadPhase.WARMUP ? "warmup " : "";
    if (concurrency == null && !isOpenLoop()) {
      problems.add(
          "Invalid " + of + "load: neither concurrency nor request rate (set one or both)");
    }
    problems.requirePositive(of + "concurrency", concurrency, "requests");
    if (concurrencyRampNanos < 0 || (concurrencyRampNanos > 0 && concurrency == null)) {
      problems.invalid(
          of + "concurrency ramp", concurrencyRampNanos, "0 ns or more, with a concurrency");
    }
    if (arrivals != null) {
      arrivals.check(of, problems);
      if (fixedSchedule) {
        problems.add("Invalid " + of + "load: both a request rate and a fixed schedule (set one)");
      }
    }
    if (prefill != null) {
      prefill.check(of, concurrency, problems);
    }
    if (users != null) {
      users.check(of, problems);
      checkUsers(users, of, problems);
    }
    cancellation.check(of, problems);
    if (durationNanos == null && !hasLastRequest()) {
      problems.add("Invalid " + of + "load: it never ends (set a request count or a duration)");
    }
    problems.requirePositive(of + "request count", requestCount, "requests");
    problems.requirePositive(of + "session count", sessionCount, "sessions");
    problems.requirePositive(of + "duration", durationNanos, "ns");
    problems.requireNotNegative(of + "grace period", graceNanos, "0 ns or more");
  }

  private void checkUsers(UserPlan users, String of, Problems problems) {
    if (arrivals != null || fixedSchedule) {
      problems.add(
          "Invalid "
              + of
              + "load: users with a request rate or a fixed schedule (users have their own"
              + " rate)");
    }
    if (sessionCount != null && sessionCount < users.users()) {
      problems.invalid(of + "session count", sessionCount, "as many as users, or more");
    }
    if (requestCount != null && requestCount < users.users()) {
      problems.invalid(of + "request count", requestCount, "as many as users, or more");
    }
  }
}
