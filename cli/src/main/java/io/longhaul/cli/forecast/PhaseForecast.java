package io.longhaul.cli.forecast;

import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Forecast of a phase, as far as it follows from the plan and does not depend on the server.
 *
 * @param requests expected number of requests
 * @param sendingNanos time for which requests are sent
 */
public record PhaseForecast(OptionalLong requests, OptionalLong sendingNanos) {

  /**
   * Computes the forecast from a phase's plan.
   *
   * @param content content of the input file, if known
   */
  public static PhaseForecast of(
      PhasePlan plan, DatasetPlan dataset, Optional<PromptFileSummary> content) {
    Long most = mostRequests(plan, dataset, content);
    RateCurve rate = plan.rate();
    if (rate == null
        || (most == null
            && plan.durationNanos() == null
            && rate.durationNanos() == RateStage.WITHOUT_END)) {
      return new PhaseForecast(optional(most), optional(plan.durationNanos()));
    }
    ExpectedArrivals arrivals = new ExpectedArrivals(rate);
    long curveEnd = rate.durationNanos();
    long end = plan.durationNanos() == null ? curveEnd : Math.min(plan.durationNanos(), curveEnd);
    double byThen = arrivals.until((double) end);
    if (most != null && most <= byThen) {
      return new PhaseForecast(
          optional(most), OptionalLong.of(arrivals.nanosUntil((double) most, end)));
    }
    return new PhaseForecast(OptionalLong.of(Math.round(byThen)), OptionalLong.of(end));
  }

  private static @Nullable Long mostRequests(
      PhasePlan plan, DatasetPlan dataset, Optional<PromptFileSummary> content) {
    Long most = plan.requestCount();
    if (plan.sessionCount() != null) {
      most = least(most, turns(plan.sessionCount(), dataset, content));
    }
    if (plan.fixedSchedule()) {
      most = least(most, content.map(PromptFileSummary::requests).orElse(null));
    }
    return most;
  }

  /** Returns the number of turns, from the mean per session of the plan or the file. */
  private static @Nullable Long turns(
      long sessions, DatasetPlan dataset, Optional<PromptFileSummary> content) {
    if (dataset.isSynthetic() || !dataset.hasSessions()) {
      return sessions * dataset.sessions().turnsMean();
    }
    return content.map(one -> Math.round(sessions * one.meanTurns())).orElse(null);
  }

  private static @Nullable Long least(@Nullable Long one, @Nullable Long other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Long.valueOf(Math.min(one, other));
  }

  private static OptionalLong optional(@Nullable Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
