package io.longhaul.mock.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The script of all requests.
 *
 * <p>The random values of a request depend only on the seed and its key, which is its ID, or its
 * number without an ID. The same requests therefore have the same values in every run, in any order
 * of arrival.
 *
 * @param seed seed of all random values
 * @param timeToFirstToken distribution of durations
 * @param interTokenLatency distribution of durations
 * @param outputTokens distribution of counts
 * @param prefillNanosPerPromptToken time that each word of the prompt adds to the time to first
 *     token
 * @param faults rules; the first one that applies to a request counts
 * @param changes how the server changes over time
 */
public record ServerScript(
    long seed,
    DistributionSpec timeToFirstToken,
    DistributionSpec interTokenLatency,
    DistributionSpec outputTokens,
    long prefillNanosPerPromptToken,
    List<FaultRule<Fault>> faults,
    Changes changes) {

  public ServerScript {
    faults = List.copyOf(faults);
  }

  /** Returns the request's key for {@link Draws}; the ID is null if none was sent. */
  public static long keyOf(long ordinal, @Nullable String requestId) {
    return requestId == null ? ordinal : Draws.keyOf(requestId);
  }

  /**
   * Returns the script of one request.
   *
   * @param ordinal number of the request in order of arrival, from 1
   * @param requestId ID of the request, or null
   * @param promptTokens words of its prompt
   * @param overrides values that the request overrides; changes do not apply to them
   * @param nanos time since the first request
   */
  public RequestScript scriptFor(
      long ordinal, @Nullable String requestId, int promptTokens, Overrides overrides, long nanos) {
    long key = keyOf(ordinal, requestId);
    DistributionSpec ttft =
        or(overrides.timeToFirstToken(), timeToFirstToken.times(changes.ofTimeToFirstToken(nanos)));
    DistributionSpec length = or(overrides.outputTokens(), outputTokens);
    long tokens = length.draw(Draws.of(seed, key, Draws.Purpose.OUTPUT_LENGTH));
    return new RequestScript(
        ttft.draw(Draws.of(seed, key, Draws.Purpose.TIME_TO_FIRST_TOKEN))
            + prefillNanosPerPromptToken * promptTokens,
        or(
            overrides.interTokenLatency(),
            interTokenLatency.times(changes.ofInterTokenLatency(nanos))),
        Draws.of(seed, key, Draws.Purpose.INTER_TOKEN_LATENCY),
        (int) Math.max(1, Math.min(tokens, Integer.MAX_VALUE)),
        Draws.of(seed, key, Draws.Purpose.TEXT),
        overrides.fault() == null
            ? FaultRule.faultOf(faults, ordinal, Draws.of(seed, key, Draws.Purpose.FAULT))
            : overrides.fault());
  }

  private static DistributionSpec or(@Nullable DistributionSpec wanted, DistributionSpec usual) {
    return wanted == null ? usual : wanted;
  }
}
