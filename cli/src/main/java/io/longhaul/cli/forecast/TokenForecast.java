package io.longhaul.cli.forecast;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.RankingPlan;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Mean number of tokens per request; empty where a file or the server determines it.
 *
 * @param input tokens of the prompt with all preceding messages
 * @param output requested tokens, the maximum of a response
 */
record TokenForecast(OptionalDouble input, OptionalDouble output) {

  static TokenForecast of(RunPlan plan) {
    DatasetPlan dataset = plan.dataset();
    boolean hasOutput = plan.request().producesTokens();
    OptionalDouble output = hasOutput ? output(dataset) : OptionalDouble.of(0);
    if (!dataset.isSynthetic()) {
      return new TokenForecast(OptionalDouble.empty(), output);
    }
    double input =
        plan.request().endpointType().ranks()
            ? rankingTokens(dataset.rankings())
            : inputTokens(dataset, output.orElse(RunForecast.ASSUMED_OUTPUT_TOKENS));
    return new TokenForecast(OptionalDouble.of(input), output);
  }

  private static double rankingTokens(RankingPlan rankings) {
    return rankings.query().mean() + (double) rankings.passagesMean() * rankings.passage().mean();
  }

  /** Includes on average half of the other turns of a session and their responses. */
  private static double inputTokens(DatasetPlan dataset, double output) {
    double text =
        dataset.lengthPairs().isEmpty()
            ? dataset.inputLength().expected()
            : mean(dataset, pair -> pair.input().mean());
    int texts = dataset.batch().texts();
    double own = texts * text;
    double before = (dataset.sessions().turnsMean() - 1) / 2.0 * (own + output);
    return before
        + own
        + (double) texts * dataset.prefixes().prefixTokens()
        + dataset.prefixes().systemTokens()
        + dataset.prefixes().contextTokens();
  }

  private static OptionalDouble output(DatasetPlan dataset) {
    if (!dataset.lengthPairs().isEmpty()) {
      return OptionalDouble.of(mean(dataset, pair -> pair.output().mean()));
    }
    return dataset.outputLength() == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(dataset.outputLength().expected());
  }

  private static double mean(DatasetPlan dataset, ToDoubleFunction<LengthPair> tokens) {
    return dataset.lengthPairs().stream()
            .mapToDouble(pair -> pair.percent() * tokens.applyAsDouble(pair))
            .sum()
        / 100;
  }
}
