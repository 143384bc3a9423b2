package io.longhaul.cli.forecast;

import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.plan.RunPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Forecast of a run.
 *
 * @param warmup forecast of the warm-up; empty without one
 * @param tokens tokens of one request
 * @param chunks mean number of chunks per response
 */
record RunForecast(
    Optional<PhaseForecast> warmup, PhaseForecast profiling, TokenForecast tokens, double chunks) {
  /** Assumed length of a response if the server determines it. */
  static final int ASSUMED_OUTPUT_TOKENS = 256;

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Computes the forecast from a plan.
   *
   * @param content content of the input file, if known
   */
  static RunForecast of(RunPlan plan, Optional<PromptFileSummary> content) {
    TokenForecast tokens = TokenForecast.of(plan);
    return new RunForecast(
        Optional.ofNullable(plan.load().warmup())
            .map(phase -> PhaseForecast.of(phase, plan.dataset(), content)),
        PhaseForecast.of(plan.load().profiling(), plan.dataset(), content),
        tokens,
        plan.request().streaming() ? tokens.output().orElse(ASSUMED_OUTPUT_TOKENS) : 1);
  }

  /** Returns whether the number of requests is known; otherwise it depends on the server. */
  boolean knowsRequests() {
    return profiling.requests().isPresent()
        && warmup.map(PhaseForecast::requests).orElse(OptionalLong.of(0)).isPresent();
  }

  /**
   * Computes the disk forecast, as far as requests and duration are known.
   *
   * @param lines whether a JSON line is written for each request
   * @param keepLog how long records of the log are kept; empty for ever
   */
  DiskForecast disk(boolean lines, Optional<Duration> keepLog) {
    double seconds = inAll(PhaseForecast::sendingNanos) / NANOS_PER_SECOND;
    return DiskForecast.of(inAll(PhaseForecast::requests), chunks, seconds, lines, keepLog);
  }

  private double inAll(Function<PhaseForecast, OptionalLong> number) {
    double before = warmup.map(number).orElse(OptionalLong.empty()).orElse(0);
    return before + number.apply(profiling).orElse(0);
  }
}
