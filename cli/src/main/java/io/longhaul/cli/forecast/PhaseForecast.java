package io.longhaul.cli.forecast;

import io.longhaul.load.plan.DatasetPlan;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RateStage;
import java.util.OptionalLong;

/**
 * How much a phase is going to be, as far as its plan says; the rest depends on the server.
 *
 * @param requests to expect
 * @param sendingNanos for how long requests are sent
 */
record PhaseForecast(OptionalLong requests, OptionalLong sendingNanos) {

  static PhaseForecast of(PhasePlan plan, DatasetPlan dataset) {
    Long most = mostRequests(plan, dataset);
    boolean isEndless =
        plan.rate() == null
            || (most == null
                && plan.durationNanos() == null
                && plan.rate().durationNanos() == RateStage.WITHOUT_END);
    if (isEndless) {
      return new PhaseForecast(optional(most), optional(plan.durationNanos()));
    }
    ExpectedArrivals arrivals = new ExpectedArrivals(plan.rate());
    long curveEnd = plan.rate().durationNanos();
    long end = plan.durationNanos() == null ? curveEnd : Math.min(plan.durationNanos(), curveEnd);
    double byThen = arrivals.until((double) end);
    if (most != null && most <= byThen) {
      return new PhaseForecast(
          optional(most), OptionalLong.of(arrivals.nanosUntil((double) most, end)));
    }
    return new PhaseForecast(OptionalLong.of(Math.round(byThen)), OptionalLong.of(end));
  }

  /** Of sessions as many as they have turns on average; how many those of a file have, it knows. */
  private static Long mostRequests(PhasePlan plan, DatasetPlan dataset) {
    boolean hasMean = dataset.isSynthetic() || !dataset.hasSessions();
    if (plan.sessionCount() == null || !hasMean) {
      return plan.requestCount();
    }
    long turns = plan.sessionCount() * dataset.sessions().turnsMean();
    return Long.valueOf(plan.requestCount() == null ? turns : Math.min(turns, plan.requestCount()));
  }

  private static OptionalLong optional(Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
