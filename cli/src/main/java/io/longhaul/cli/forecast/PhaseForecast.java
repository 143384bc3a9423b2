package io.longhaul.cli.forecast;

import io.longhaul.load.plan.PhasePlan;
import java.util.OptionalLong;

/**
 * How much a phase is going to be, as far as its plan says; the rest depends on the server.
 *
 * @param requests to expect
 * @param sendingNanos for how long requests are sent
 */
record PhaseForecast(OptionalLong requests, OptionalLong sendingNanos) {

  static PhaseForecast of(PhasePlan plan) {
    if (plan.arrivals() == null) {
      return new PhaseForecast(optional(plan.requestCount()), optional(plan.durationNanos()));
    }
    ExpectedArrivals arrivals = new ExpectedArrivals(plan.arrivals().rate());
    long curveEnd = plan.arrivals().rate().durationNanos();
    long end = plan.durationNanos() == null ? curveEnd : Math.min(plan.durationNanos(), curveEnd);
    double byThen = arrivals.until((double) end);
    if (plan.requestCount() != null && plan.requestCount() <= byThen) {
      return new PhaseForecast(
          optional(plan.requestCount()),
          OptionalLong.of(arrivals.nanosUntil((double) plan.requestCount(), end)));
    }
    return new PhaseForecast(OptionalLong.of(Math.round(byThen)), OptionalLong.of(end));
  }

  private static OptionalLong optional(Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
