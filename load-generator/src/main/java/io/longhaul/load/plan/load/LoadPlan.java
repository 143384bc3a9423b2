package io.longhaul.load.plan.load;

import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;
import java.util.concurrent.TimeUnit;

/**
 * The load of the whole run: an optional warm-up, and the profiling phase, which is measured.
 *
 * <p>Plan indices and session numbers continue from one phase to the next, so that profiling starts
 * with the prompt after the last prompt of the warm-up. If the warm-up has no count, that prompt is
 * not known in advance: the warm-up then has plan indices of its own, far above all others, and
 * profiling starts with the first prompt. A warm-up that is limited by a number of sessions of
 * several turns sends more requests than it reserves plan indices for; some plan indices then occur
 * in both phases.
 *
 * @param warmup the load before the measurement, or null for none
 * @param profiling the load that is measured
 * @param longestWarmupNanos the time after which a warm-up is cancelled and reported
 * @param longestDurationNanos the time after which the run ends in any case
 */
public record LoadPlan(
    @Nullable PhasePlan warmup,
    PhasePlan profiling,
    long longestWarmupNanos,
    long longestDurationNanos) {

  /** A plan index that no run reaches. */
  private static final long FAR_AWAY = 1L << 40;

  /**
   * Returns the load with these settings. A warm-up is cancelled 600 s after its duration. The run
   * ends in any case an hour after the duration, the grace period and the warm-up, or after 7 days
   * without a duration.
   *
   * @param profiling the settings of the phase that is measured
   * @param warmup the settings of the warm-up; without a count and a duration there is none
   * @param fixedSchedule whether requests are sent at their times in the dataset
   * @param requestTimeoutNanos the timeout of a request
   */
  public static LoadPlan of(
      PhaseSettings profiling,
      PhaseSettings warmup,
      boolean fixedSchedule,
      long requestTimeoutNanos) {
    PhasePlan measured = profiling.profiling(fixedSchedule);
    Long warmupNanos = warmup.durationNanos();
    long longestWarmupNanos =
        TimeUnit.SECONDS.toNanos(600) + (warmupNanos == null ? 0 : warmupNanos);
    long longestDurationNanos =
        measured.durationNanos() == null
            ? TimeUnit.DAYS.toNanos(7)
            : measured.durationNanos()
                + longestWarmupNanos
                + Math.min(measured.graceNanos(), requestTimeoutNanos)
                + TimeUnit.HOURS.toNanos(1);
    return new LoadPlan(
        warmup.warmupBefore(profiling), measured, longestWarmupNanos, longestDurationNanos);
  }

  /** Returns whether the run has this phase. */
  public boolean has(LoadPhase phase) {
    return phase == LoadPhase.PROFILING || warmup != null;
  }

  /**
   * Returns the load of a phase.
   *
   * @throws IllegalArgumentException if the run does not have this phase
   */
  public PhasePlan of(LoadPhase phase) {
    if (phase == LoadPhase.PROFILING) {
      return profiling;
    }
    if (warmup == null) {
      throw new IllegalArgumentException("Invalid phase: " + phase.word() + " (the plan has none)");
    }
    return warmup;
  }

  /**
   * Returns the plan index of a phase's first request, which is the number of its first session.
   */
  public long firstPlanIndexOf(LoadPhase phase) {
    if (warmup == null) {
      return 0;
    }
    Long warmupCount = warmup.mostSessions();
    if (phase == LoadPhase.WARMUP) {
      return warmupCount == null ? FAR_AWAY : 0;
    }
    return warmupCount == null ? 0 : warmupCount;
  }

  /** Returns the plan index after a phase's last request; unlimited without a request count. */
  public long endPlanIndexOf(LoadPhase phase) {
    Long requestCount = of(phase).requestCount();
    return requestCount == null ? Long.MAX_VALUE : firstPlanIndexOf(phase) + requestCount;
  }

  /**
   * Returns the number after a phase's last session. Session numbers start at the phase's first
   * plan index, and each session has at least one request.
   */
  public long endSessionOf(LoadPhase phase) {
    Long sessionCount = of(phase).sessionCount();
    long endPlanIndex = endPlanIndexOf(phase);
    return sessionCount == null
        ? endPlanIndex
        : Math.min(endPlanIndex, firstPlanIndexOf(phase) + sessionCount);
  }

  /** Returns the phase of the session with this number. */
  public LoadPhase phaseOfSession(long session) {
    boolean warmupIsFirst = firstPlanIndexOf(LoadPhase.WARMUP) == 0;
    boolean isOfWarmup =
        warmupIsFirst
            ? session < firstPlanIndexOf(LoadPhase.PROFILING)
            : session >= firstPlanIndexOf(LoadPhase.WARMUP);
    return isOfWarmup ? LoadPhase.WARMUP : LoadPhase.PROFILING;
  }

  /** Returns whether a phase limits the number of requests that wait for their first token. */
  public boolean limitsPrefill() {
    return profiling.prefill() != null || (warmup != null && warmup.prefill() != null);
  }

  public void check(Problems problems) {
    if (warmup != null) {
      warmup.check(LoadPhase.WARMUP, problems);
    }
    profiling.check(LoadPhase.PROFILING, problems);
    problems.requirePositive("longest warmup", longestWarmupNanos, "ns");
    if (longestDurationNanos <= 0
        || (profiling.durationNanos() != null
            && longestDurationNanos < profiling.durationNanos())) {
      problems.invalid(
          "longest duration", longestDurationNanos, "no shorter than the duration, in ns");
    }
  }
}
