package io.longhaul.load.plan;

/**
 * The load of the whole run: a warm-up, if there is one, then the phase that is measured.
 *
 * <p>Plan indices and sessions are numbered through both phases, so that profiling continues with
 * the prompt after the last one of the warm-up. Of a warm-up without a count nobody knows which
 * that is: it has numbers of its own, far away, and profiling begins with the first prompt. In a
 * warm-up of so many sessions of several turns there are more requests than numbers are kept for;
 * some plan indices then stand in both phases.
 *
 * @param warmup the load before the measurement, or null for none
 * @param profiling the load that is measured
 * @param longestWarmupNanos after this time a warm-up is cancelled, and told
 * @param longestDurationNanos after this time the run is over, even when nobody ends it
 */
public record LoadPlan(
    @Nullable PhasePlan warmup,
    PhasePlan profiling,
    long longestWarmupNanos,
    long longestDurationNanos) {

  /** A plan index that no run reaches. */
  private static final long FAR_AWAY = 1L << 40;

  /** Whether the run has such a phase. */
  public boolean has(LoadPhase phase) {
    return phase == LoadPhase.PROFILING || warmup != null;
  }

  /**
   * The load of a phase.
   *
   * @throws IllegalArgumentException when the run has no such phase
   */
  public PhasePlan of(LoadPhase phase) {
    if (!has(phase)) {
      throw new IllegalArgumentException("Invalid phase: " + phase.word() + " (the plan has none)");
    }
    return phase == LoadPhase.WARMUP ? warmup : profiling;
  }

  /** The plan index of a phase's first request, and the number of its first session. */
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

  /** The plan index after a phase's last request; without a request count there is no end. */
  public long endPlanIndexOf(LoadPhase phase) {
    Long requestCount = of(phase).requestCount();
    return requestCount == null ? Long.MAX_VALUE : firstPlanIndexOf(phase) + requestCount;
  }

  /**
   * The number after a phase's last session, of which each begins with a request; sessions count
   * from the phase's first plan index.
   */
  public long endSessionOf(LoadPhase phase) {
    Long sessionCount = of(phase).sessionCount();
    long endPlanIndex = endPlanIndexOf(phase);
    return sessionCount == null
        ? endPlanIndex
        : Math.min(endPlanIndex, firstPlanIndexOf(phase) + sessionCount);
  }

  /** The phase that the session with this number belongs to. */
  public LoadPhase phaseOfSession(long session) {
    boolean warmupIsFirst = firstPlanIndexOf(LoadPhase.WARMUP) == 0;
    boolean isOfWarmup =
        warmupIsFirst
            ? session < firstPlanIndexOf(LoadPhase.PROFILING)
            : session >= firstPlanIndexOf(LoadPhase.WARMUP);
    return isOfWarmup ? LoadPhase.WARMUP : LoadPhase.PROFILING;
  }

  /** Whether a phase limits how many requests wait for their first token. */
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
