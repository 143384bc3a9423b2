package io.longhaul.load.plan.dataset;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.longhaul.load.plan.check.Problems;

/**
 * The synthetic prompts of a rankings endpoint: a query, and passages to rank by relevance to it.
 *
 * @param query length of a query
 * @param passage length of a passage
 * @param passagesMean mean number of passages in a prompt
 * @param passagesStddev standard deviation of the number of passages
 */
@JsonPropertyOrder({"mean_passages", "stddev_passages"})
public record RankingPlan(
    @JsonProperty("query_length") TokenLength query,
    @JsonProperty("passage_length") TokenLength passage,
    @JsonProperty("mean_passages") int passagesMean,
    @JsonProperty("stddev_passages") double passagesStddev) {

  /** AIPerf's defaults. */
  public static final RankingPlan DEFAULTS =
      new RankingPlan(new TokenLength(550, 0), new TokenLength(550, 0), 1, 0);

  /** Returns the mean length of a query and its passages together. */
  public long meanTokens() {
    return query.mean() + (long) passagesMean * passage.mean();
  }

  void check(Problems problems) {
    query.check("query length", problems);
    passage.check("passage length", problems);
    problems.requirePositive("number of passages", passagesMean, "passages");
    problems.requireNotNegative("deviation of the number of passages", passagesStddev, "0 or more");
  }
}
