package io.longhaul.load.plan;

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
    if (!has(phase)) {
      throw new IllegalArgumentException("Invalid phase: " + phase.word() + " (the plan has none)");
    }
    return phase == LoadPhase.WARMUP ? warmup : profiling;
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
  boolean limitsPrefill() {
    return profiling.prefill() != null || (warmup != null && warmup.prefill() != null);
  }

  void check(Problems problems) {
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
