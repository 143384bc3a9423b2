package io.longhaul.load.plan;

/**
 * What synthetic prompts are for an endpoint that ranks: a query, and passages of which each may
 * answer it.
 *
 * @param query length of a query
 * @param passage length of a passage
 * @param passagesMean how many passages a prompt has
 * @param passagesStddev its standard deviation
 */
public record RankingPlan(
    TokenLength query, TokenLength passage, int passagesMean, double passagesStddev) {

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
