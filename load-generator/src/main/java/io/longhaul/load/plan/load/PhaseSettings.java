package io.longhaul.load.plan.load;

import static java.util.Objects.requireNonNullElse;

import io.longhaul.load.plan.check.Nullable;
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
    RateCurve curve = either(rateCurve, ramp(requestRate, requestRateRampNanos));
    ArrivalPlan arrivals = arrivals(curve, arrivalPattern, arrivalSmoothness);
    Long sendingNanos = sendingNanos();
    boolean isBounded = isBounded() || sendingNanos != null || fixedSchedule;
    return new PhasePlan(
        slots(concurrency, arrivals != null || users != null || fixedSchedule),
        orZero(concurrencyRampNanos),
        prefill(prefillConcurrency, prefillRampNanos),
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
    Double rate = closedLoop ? null : either(requestRate, profiling.requestRate);
    Long rateRampNanos = either(requestRateRampNanos, profiling.requestRateRampNanos);
    ArrivalPattern pattern = either(arrivalPattern, profiling.arrivalPattern);
    Double smoothness = pattern == ArrivalPattern.GAMMA ? profiling.arrivalSmoothness : null;
    ArrivalPlan arrivals = arrivals(ramp(rate, rateRampNanos), pattern, smoothness);
    Integer slots = slots(either(concurrency, profiling.concurrency), arrivals != null);
    Integer prefill = either(prefillConcurrency, upTo(slots, profiling.prefillConcurrency));
    return new PhasePlan(
        slots,
        orZero(either(concurrencyRampNanos, profiling.concurrencyRampNanos)),
        prefill(prefill, either(prefillRampNanos, profiling.prefillRampNanos)),
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

  @Nullable private static ArrivalPlan arrivals(
      @Nullable RateCurve curve, @Nullable ArrivalPattern pattern, @Nullable Double smoothness) {
    return curve == null
        ? null
        : new ArrivalPlan(
            curve,
            requireNonNullElse(pattern, ArrivalPattern.POISSON),
            requireNonNullElse(smoothness, 1.0));
  }

  /**
   * A ramp starts like that of AIPerf, at the rate that it reaches after a tenth of a second. A
   * shorter ramp is ignored.
   */
  @Nullable private static RateCurve ramp(@Nullable Double perSecond, @Nullable Long rampNanos) {
    if (perSecond == null || rampNanos == null || rampNanos <= RAMP_STEP) {
      return perSecond == null ? null : RateCurve.level(perSecond);
    }
    return RateCurve.ramp(perSecond * RAMP_STEP / rampNanos, perSecond, rampNanos);
  }

  @Nullable private static Integer slots(@Nullable Integer concurrency, boolean isOpenLoop) {
    return concurrency == null && !isOpenLoop ? Integer.valueOf(1) : concurrency;
  }

  @Nullable private static PrefillPlan prefill(@Nullable Integer most, @Nullable Long rampNanos) {
    return most == null ? null : new PrefillPlan(most, orZero(rampNanos));
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
