package io.longhaul.mock.endpoint;

/**
 * What a client asked for, whatever the endpoint.
 *
 * @param model the model's name; empty where requests name none
 * @param stream whether the answer is to be a stream
 * @param includeUsage whether a stream is to end with a usage chunk
 * @param maxTokens most tokens to write; {@link #UNLIMITED} if the client did not say
 * @param minTokens fewest tokens to write
 * @param ignoreEos whether exactly {@code maxTokens} are to be written
 * @param promptTokens words of all messages or of the prompt; of a prompt of token ids, their
 *     number
 * @param hasTokens whether the answer is made of tokens; if not, it is due as a whole when the first
 *     token would be
 */
public record ParsedRequest(
    String model,
    boolean stream,
    boolean includeUsage,
    int maxTokens,
    int minTokens,
    boolean ignoreEos,
    int promptTokens,
    boolean hasTokens) {
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** A request that is answered by words. */
  static ParsedRequest forTokens(String model, boolean stream, int maxTokens, int promptTokens) {
    return new ParsedRequest(model, stream, false, maxTokens, 0, false, promptTokens, true);
  }

  /** A request whose answer is not made of tokens. */
  static ParsedRequest forWholeResponse(String model, int promptTokens) {
    return new ParsedRequest(model, false, false, 1, 0, false, promptTokens, false);
  }

  /** The same as a stream. */
  public ParsedRequest asStreaming() {
    return new ParsedRequest(
        model, true, includeUsage, maxTokens, minTokens, ignoreEos, promptTokens, hasTokens);
  }

  /** How many tokens to write, when the model would say so many. */
  public int outputTokens(int drawn) {
    if (ignoreEos && maxTokens != UNLIMITED) {
      return maxTokens;
    }
    return Math.min(maxTokens, Math.max(drawn, minTokens));
  }

  /** Why an answer of so many tokens ended, in OpenAI's words. */
  public String finishReason(int tokens) {
    return tokens == maxTokens ? "length" : "stop";
  }
}
