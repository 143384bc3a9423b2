package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of synthetic queries and passages for rankings endpoints. */
final class RankingOptions {
  @Option(
      names = "--rankings-passages-mean",
      description = "Mean number of passages per query. Default: 1")
  OptionValue.@Nullable Count passages;

  @Option(
      names = "--rankings-passages-stddev",
      description = "Standard deviation of the number of passages per query. Default: 0")
  OptionValue.@Nullable NonNegative passagesStddev;

  @Option(
      names = "--rankings-passages-prompt-token-mean",
      description = "Mean number of tokens in a passage. Default: 550")
  OptionValue.@Nullable Count passageTokens;

  @Option(
      names = "--rankings-passages-prompt-token-stddev",
      description = "Standard deviation of the number of tokens in a passage. Default: 0")
  OptionValue.@Nullable NonNegative passageTokensStddev;

  @Option(
      names = "--rankings-query-prompt-token-mean",
      description = "Mean number of tokens in a query. Default: 550")
  OptionValue.@Nullable Count queryTokens;

  @Option(
      names = "--rankings-query-prompt-token-stddev",
      description = "Standard deviation of the number of tokens in a query. Default: 0")
  OptionValue.@Nullable NonNegative queryTokensStddev;

  /**
   * Returns the synthetic queries and passages.
   *
   * @param synthetic whether prompts are synthetic
   */
  RankingPlan plan(EndpointType endpoint, boolean synthetic, OptionProblems problems) {
    boolean isTyped =
        Stream.of(
                passages,
                passagesStddev,
                passageTokens,
                passageTokensStddev,
                queryTokens,
                queryTokensStddev)
            .anyMatch(Objects::nonNull);
    if (isTyped && !(endpoint.ranks() && synthetic)) {
      problems.add(
          "Invalid options: --rankings-… (only for synthetic prompts of rankings endpoint types,"
              + " such as nim_rankings)");
    }
    RankingPlan defaults = RankingPlan.DEFAULTS;
    return new RankingPlan(
        new TokenLength(
            OptionValue.of(queryTokens, defaults.query().mean()),
            OptionValue.of(queryTokensStddev, 0.0)),
        new TokenLength(
            OptionValue.of(passageTokens, defaults.passage().mean()),
            OptionValue.of(passageTokensStddev, 0.0)),
        OptionValue.of(passages, defaults.passagesMean()),
        OptionValue.of(passagesStddev, 0.0));
  }
}
