package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What synthetic prompts are for an endpoint that ranks: a query, and passages of which each may
 * answer it.
 *
 * @param query length of a query
 * @param passage length of a passage
 * @param passagesMean how many passages a prompt has
 * @param passagesStddev its standard deviation
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

  /** Length of a query and its passages together, mean. */
  long meanTokens() {
    return query.mean() + (long) passagesMean * passage.mean();
  }

  void check(Problems problems) {
    query.check("query length", problems);
    passage.check("passage length", problems);
    problems.requirePositive("number of passages", passagesMean, "passages");
    if (!(passagesStddev >= 0) || Double.isInfinite(passagesStddev)) {
      problems.invalid("deviation of the number of passages", passagesStddev, "0 or more");
    }
  }
}
