package io.longhaul.cli.forecast;

import io.longhaul.load.dataset.PromptFileSummary;
import io.longhaul.load.plan.RunPlan;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What a run is going to be.
 *
 * @param warmup empty without one
 * @param tokens of one request
 * @param chunks of an answer, mean
 */
record RunForecast(
    Optional<PhaseForecast> warmup, PhaseForecast profiling, TokenForecast tokens, double chunks) {
  /** Of an answer whose length the server decides. */
  static final int ASSUMED_OUTPUT_TOKENS = 256;

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * What follows from a plan.
   *
   * @param content of its file of prompts, if that is known
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

  /** Whether the number of requests is known; else it depends on the server. */
  boolean knowsRequests() {
    return profiling.requests().isPresent()
        && warmup.map(PhaseForecast::requests).orElse(OptionalLong.of(0)).isPresent();
  }

  /**
   * What it leaves on the disk, as far as its requests and its time are known.
   *
   * @param lines whether a line of JSON is written for each request
   */
  DiskForecast disk(boolean lines) {
    double seconds = inAll(PhaseForecast::sendingNanos) / NANOS_PER_SECOND;
    return DiskForecast.of(inAll(PhaseForecast::requests), chunks, seconds, lines);
  }

  private double inAll(Function<PhaseForecast, OptionalLong> number) {
    double before = warmup.map(number).orElse(OptionalLong.empty()).orElse(0);
    return before + number.apply(profiling).orElse(0);
  }
}
