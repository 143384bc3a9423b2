package io.longhaul.metrics.genaiperf;

import io.longhaul.metrics.stats.BoundedValues;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.FixedPoint;
import java.util.Optional;

/**
 * The inter token latency of release 24.03: one value for each response but the first, its distance
 * from the one before divided by its tokens, none of them counting as one. For one thread.
 */
public final class TokenGaps {
  private final BoundedValues values = new BoundedValues(GenAiPerfFold.MOST_EXACT_REQUESTS, 1);

  /**
   * Adds the gaps of a request.
   *
   * @param request whose responses came one after the other
   * @param tokens of each response; empty when nobody counted, each is one token then
   */
  public void add(RecordedRequest request, int[] tokens) {
    long[] responses = request.responsesEpochNanos();
    for (int i = 1; i < responses.length; i++) {
      int inThisOne = i < tokens.length ? Math.max(tokens[i], 1) : 1;
      values.add(FixedPoint.divide(responses[i] - responses[i - 1], inThisOne));
    }
  }

  /** In nanoseconds; empty when there was no second response. */
  public Optional<DistributionSummary> summary() {
    return values.summary(1);
  }
}
