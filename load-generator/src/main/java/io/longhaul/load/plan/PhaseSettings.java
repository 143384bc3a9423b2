package io.longhaul.load.plan;

import static java.util.Objects.requireNonNullElse;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The settings of a phase as given by the user: null for those that have their default, which is
 * that of AIPerf 0.13 if AIPerf has one. {@link LoadPlan#of} turns them into phases.
 *
 * @param concurrency concurrent sessions. Default: 1 without a rate; in the warm-up, that of
 *     profiling
 * @param concurrencyRampNanos time in which the slots open one by one. Default: 0, all at the
 *     start; in the warm-up, that of profiling
 * @param prefillConcurrency maximum number of requests that wait for their first token. Default: no
 *     limit; in the warm-up, that of profiling, up to the concurrency
 * @param prefillRampNanos time in which the prefill slots open one by one. Default: 0, all at the
 *     start; in the warm-up, that of profiling
 * @param requestRate requests per second. Default: none; in the warm-up, that of profiling
 * @param requestRateRampNanos time in which the request rate rises linearly. Default: 0, no ramp;
 *     in the warm-up, that of profiling
 * @param rateCurve request rate over time, instead of a constant one. Default: none
 * @param arrivalPattern distribution of the gaps between arrivals. Default: Poisson; in the
 *     warm-up, that of profiling
 * @param arrivalSmoothness shape of gamma arrivals. Default: 1; in the warm-up, that of profiling
 * @param closedLoop whether a warm-up has no rate even if profiling has one
 * @param users users who send at fixed intervals, instead of a concurrency or a rate. Default: none
 * @param cancellation requests that are cancelled on purpose. Default: none
 * @param requestCount number of requests to send. Default: 10 without a session count and a
 *     duration; in the warm-up, no limit
 * @param sessionCount number of sessions to start. Default: no limit
 * @param durationNanos time in which requests are sent. Default: the duration of the rate curve, or
 *     no limit
 * @param graceNanos time to wait for responses after the last request. Default: 30 s with a
 *     duration, or no limit; in the warm-up, no limit
 */
public record PhaseSettings(
    @Nullable Integer concurrency,
    @Nullable Long concurrencyRampNanos,
    @Nullable Integer prefillConcurrency,
    @Nullable Long prefillRampNanos,
    @Nullable Double requestRate,
    @Nullable Long requestRateRampNanos,
    @Nullable RateCurve rateCurve,
    @Nullable ArrivalPattern arrivalPattern,
    @Nullable Double arrivalSmoothness,
    boolean closedLoop,
    @Nullable UserPlan users,
    @Nullable CancellationPlan cancellation,
    @Nullable Long requestCount,
    @Nullable Long sessionCount,
    @Nullable Long durationNanos,
    @Nullable Long graceNanos) {

  private static final long RAMP_STEP = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long DEFAULT_REQUEST_COUNT = 10;
  private static final long DEFAULT_GRACE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Returns the phase that is measured. */
  PhasePlan profiling(boolean fixedSchedule) {
    ArrivalPlan arrivals = arrivals(arrivalSmoothness);
    Long sendingNanos = sendingNanos();
    boolean isBounded = isBounded() || sendingNanos != null || fixedSchedule;
    return new PhasePlan(
        slots(arrivals != null || users != null || fixedSchedule),
        orZero(concurrencyRampNanos),
        prefill(prefillConcurrency),
        arrivals,
        users,
        fixedSchedule,
        cancellation == null ? CancellationPlan.NONE : cancellation,
        isBounded ? requestCount : Long.valueOf(DEFAULT_REQUEST_COUNT),
        sessionCount,
        sendingNanos,
        requireNonNullElse(
            graceNanos, sendingNanos == null ? PhasePlan.FOR_EVER : DEFAULT_GRACE_NANOS));
  }

  /**
   * Returns the warm-up before a phase with the other settings, whose values are the defaults of
   * this one; null without a count and a duration.
   */
  @Nullable PhasePlan warmupBefore(PhaseSettings profiling) {
    if (!isBounded()) {
      return null;
    }
    PhaseSettings filled =
        new PhaseSettings(
            either(concurrency, profiling.concurrency),
            either(concurrencyRampNanos, profiling.concurrencyRampNanos),
            prefillConcurrency,
            either(prefillRampNanos, profiling.prefillRampNanos),
            closedLoop ? null : either(requestRate, profiling.requestRate),
            either(requestRateRampNanos, profiling.requestRateRampNanos),
            null,
            either(arrivalPattern, profiling.arrivalPattern),
            null,
            closedLoop,
            null,
            null,
            requestCount,
            sessionCount,
            durationNanos,
            graceNanos);
    ArrivalPlan arrivals =
        filled.arrivals(
            filled.arrivalPattern == ArrivalPattern.GAMMA ? profiling.arrivalSmoothness : null);
    Integer slots = filled.slots(arrivals != null);
    return new PhasePlan(
        slots,
        orZero(filled.concurrencyRampNanos),
        filled.prefill(either(prefillConcurrency, upTo(slots, profiling.prefillConcurrency))),
        arrivals,
        null,
        false,
        CancellationPlan.NONE,
        requestCount,
        sessionCount,
        durationNanos,
        requireNonNullElse(graceNanos, PhasePlan.FOR_EVER));
  }

  private boolean isBounded() {
    return Stream.of(requestCount, sessionCount, durationNanos).anyMatch(Objects::nonNull);
  }

  /** Sending stops at the end of the last stage of the rate. */
  @Nullable private Long sendingNanos() {
    long stagesNanos = rateCurve == null ? RateStage.WITHOUT_END : rateCurve.durationNanos();
    if (stagesNanos == RateStage.WITHOUT_END) {
      return durationNanos;
    }
    return Long.valueOf(durationNanos == null ? stagesNanos : Math.min(durationNanos, stagesNanos));
  }

  @Nullable private ArrivalPlan arrivals(@Nullable Double smoothness) {
    RateCurve curve = rateCurve;
    if (curve == null && requestRate != null) {
      curve = ramp(requestRate, orZero(requestRateRampNanos));
    }
    return curve == null
        ? null
        : new ArrivalPlan(
            curve,
            requireNonNullElse(arrivalPattern, ArrivalPattern.POISSON),
            requireNonNullElse(smoothness, 1.0));
  }

  /**
   * A ramp starts like that of AIPerf, at the rate that it reaches after a tenth of a second. A
   * shorter ramp is ignored.
   */
  private static RateCurve ramp(double perSecond, long rampNanos) {
    return rampNanos <= RAMP_STEP
        ? RateCurve.level(perSecond)
        : RateCurve.ramp(perSecond * RAMP_STEP / rampNanos, perSecond, rampNanos);
  }

  @Nullable private Integer slots(boolean isOpenLoop) {
    return concurrency == null && !isOpenLoop ? Integer.valueOf(1) : concurrency;
  }

  @Nullable private PrefillPlan prefill(@Nullable Integer most) {
    return most == null ? null : new PrefillPlan(most, orZero(prefillRampNanos));
  }

  @Nullable private static Integer upTo(@Nullable Integer slots, @Nullable Integer limit) {
    return slots == null || limit == null ? limit : Integer.valueOf(Math.min(limit, slots));
  }

  private static long orZero(@Nullable Long nanos) {
    return nanos == null ? 0 : nanos;
  }

  @Nullable private static <T> T either(@Nullable T value, @Nullable T fallback) {
    return value == null ? fallback : value;
  }
}
