package io.longhaul.metrics.genaiperf;

import io.longhaul.metrics.stats.BoundedValues;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.metrics.stats.FixedPoint;
import java.util.Optional;

/**
 * The inter token latency of GenAI-Perf 24.03: for each response except the first, the time since
 * the previous response divided by its number of tokens, at least 1. For one thread.
 */
public final class TokenGaps {
  private final BoundedValues values = new BoundedValues(GenAiPerfFold.MAX_EXACT_REQUESTS, 1);

  /**
   * Adds the gaps of a request.
   *
   * @param request with responses in ascending order of time
   * @param tokens of each response; if empty, each response counts as one token
   */
  public void add(RecordedRequest request, int[] tokens) {
    long[] responses = request.responsesEpochNanos();
    for (int i = 1; i < responses.length; i++) {
      int inThisOne = i < tokens.length ? Math.max(tokens[i], 1) : 1;
      values.add(FixedPoint.divide(responses[i] - responses[i - 1], inThisOne));
    }
  }

  /** Returns the statistics in nanoseconds; empty if no request has a second response. */
  public Optional<DistributionSummary> summary() {
    return values.summary(1);
  }
}
