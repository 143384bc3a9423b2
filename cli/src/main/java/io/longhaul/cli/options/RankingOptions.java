package io.longhaul.cli.options;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.plan.RankingPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.TokenLength;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options of synthetic queries and passages for rankings endpoints. */
final class RankingOptions {
  @Option(
      names = "--rankings-passages-mean",
      paramLabel = "N",
      description = "Mean number of passages per query. Default: 1")
  String passages;

  @Option(
      names = "--rankings-passages-stddev",
      paramLabel = "N",
      description = "Standard deviation of the number of passages per query. Default: 0")
  String passagesStddev;

  @Option(
      names = "--rankings-passages-prompt-token-mean",
      paramLabel = "N",
      description = "Mean number of tokens in a passage. Default: 550")
  String passageTokens;

  @Option(
      names = "--rankings-passages-prompt-token-stddev",
      paramLabel = "N",
      description = "Standard deviation of the number of tokens in a passage. Default: 0")
  String passageTokensStddev;

  @Option(
      names = "--rankings-query-prompt-token-mean",
      paramLabel = "N",
      description = "Mean number of tokens in a query. Default: 550")
  String queryTokens;

  @Option(
      names = "--rankings-query-prompt-token-stddev",
      paramLabel = "N",
      description = "Standard deviation of the number of tokens in a query. Default: 0")
  String queryTokensStddev;

  /**
   * Adds them to a plan.
   *
   * @param synthetic whether prompts are made up
   */
  void addTo(
      RunPlanBuilder plan,
      EndpointType endpoint,
      boolean synthetic,
      Numbers numbers,
      OptionProblems problems) {
    RankingPlan defaults = RankingPlan.DEFAULTS;
    plan.rankings(
        new RankingPlan(
            new TokenLength(
                numbers
                    .count("--rankings-query-prompt-token-mean", queryTokens, 1)
                    .orElse(defaults.query().mean()),
                numbers
                    .atLeastZero("--rankings-query-prompt-token-stddev", queryTokensStddev)
                    .orElse(0)),
            new TokenLength(
                numbers
                    .count("--rankings-passages-prompt-token-mean", passageTokens, 1)
                    .orElse(defaults.passage().mean()),
                numbers
                    .atLeastZero("--rankings-passages-prompt-token-stddev", passageTokensStddev)
                    .orElse(0)),
            numbers.count("--rankings-passages-mean", passages, 1).orElse(defaults.passagesMean()),
            numbers.atLeastZero("--rankings-passages-stddev", passagesStddev).orElse(0)));
    if (isTyped() && !(endpoint.ranks() && synthetic)) {
      problems.add(
          "Invalid options: --rankings-… (only for synthetic prompts of endpoint types that rank,"
              + " such as nim_rankings)");
    }
  }

  private boolean isTyped() {
    return Stream.of(
            passages,
            passagesStddev,
            passageTokens,
            passageTokensStddev,
            queryTokens,
            queryTokensStddev)
        .anyMatch(Objects::nonNull);
  }
}
