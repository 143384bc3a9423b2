package io.longhaul.mock.script;

import java.util.List;

/**
 * What is to happen with all requests.
 *
 * <p>What a request draws depends on the seed and its key alone: its id if it has one, else its
 * number. So the same requests draw the same in every run, in whatever order they arrive.
 *
 * @param seed where all draws come from
 * @param timeToFirstToken durations
 * @param interTokenLatency durations
 * @param outputTokens counts
 * @param prefillNanosPerPromptToken what each word of the prompt adds to the time to first token
 * @param roleChunk when the chunk goes out that carries only the role
 * @param faults the rules; the first that strikes a request decides
 */
public record ServerScript(
    long seed,
    DistributionSpec timeToFirstToken,
    DistributionSpec interTokenLatency,
    DistributionSpec outputTokens,
    long prefillNanosPerPromptToken,
    RoleChunk roleChunk,
    List<FaultRule> faults) {

  /** When a chat stream's first chunk goes out, the one that carries only the role. */
  public enum RoleChunk {
    /** With the first token, as vLLM does. */
    WITH_FIRST_TOKEN,
    /** With the headers, before any work, as {@code transformers serve} does. */
    AT_ONCE
  }

  public ServerScript {
    faults = List.copyOf(faults);
  }

  /** The request's key for {@link Draws}; the id is null where none was sent. */
  public static long keyOf(long ordinal, String requestId) {
    return requestId == null ? ordinal : Draws.keyOf(requestId);
  }

  /**
   * The script of one request.
   *
   * @param ordinal the request's number in order of arrival, from 1
   * @param requestId its id, or null
   * @param promptTokens the words of its prompt
   * @param overrides what it wants for itself
   */
  public RequestScript scriptFor(
      long ordinal, String requestId, int promptTokens, Overrides overrides) {
    long key = keyOf(ordinal, requestId);
    DistributionSpec ttft = or(overrides.timeToFirstToken(), timeToFirstToken);
    DistributionSpec length = or(overrides.outputTokens(), outputTokens);
    long tokens = length.draw(Draws.of(seed, key, Draws.Purpose.OUTPUT_LENGTH));
    return new RequestScript(
        ttft.draw(Draws.of(seed, key, Draws.Purpose.TIME_TO_FIRST_TOKEN))
            + prefillNanosPerPromptToken * promptTokens,
        or(overrides.interTokenLatency(), interTokenLatency),
        Draws.of(seed, key, Draws.Purpose.INTER_TOKEN_LATENCY),
        (int) Math.max(1, Math.min(tokens, Integer.MAX_VALUE)),
        Draws.of(seed, key, Draws.Purpose.TEXT),
        overrides.fault() == null ? faultFor(ordinal, key) : overrides.fault());
  }

  private Fault faultFor(long ordinal, long key) {
    if (faults.isEmpty()) {
      return null;
    }
    Draws draws = Draws.of(seed, key, Draws.Purpose.FAULT);
    for (FaultRule rule : faults) {
      if (rule.matches(ordinal, draws)) {
        return rule.fault();
      }
    }
    return null;
  }

  private static DistributionSpec or(DistributionSpec wanted, DistributionSpec usual) {
    return wanted == null ? usual : wanted;
  }
}
