package io.longhaul.sinks.report;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What the GPUs of a run used, from its start to its end.
 *
 * @param gpus how many were watched; 0 when none was
 * @param joules of all of them: the growth of their counters, or power times time where a GPU has
 *     no counter
 * @param meanWatts sum of the GPUs' mean power, weighted by time
 * @param validRequests by which energy is divided
 * @param outputTokens of valid requests
 * @param goodTokens output tokens of requests that met every SLO; {@link #UNKNOWN} when none was
 *     judged, or there are too many requests to look at each
 * @param doubts why the figures may be wrong, in words; empty when there is no reason
 */
public record GpuEnergy(
    int gpus,
    double joules,
    double meanWatts,
    long validRequests,
    long outputTokens,
    long goodTokens,
    List<String> doubts) {

  /** Nobody knows how many tokens were good. */
  public static final long UNKNOWN = -1;

  public boolean isValid() {
    return gpus > 0 && doubts.isEmpty();
  }

  public OptionalDouble joulesPerRequest() {
    return per(validRequests);
  }

  public OptionalDouble joulesPerOutputToken() {
    return per(outputTokens);
  }

  public OptionalDouble joulesPerGoodToken() {
    return per(goodTokens);
  }

  private OptionalDouble per(long count) {
    return gpus > 0 && count > 0 ? OptionalDouble.of(joules / count) : OptionalDouble.empty();
  }
}
