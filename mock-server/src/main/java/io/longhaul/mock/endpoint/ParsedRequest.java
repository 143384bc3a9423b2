package io.longhaul.mock.endpoint;

/**
 * The parameters of a request, independent of the endpoint.
 *
 * @param model name of the model; empty if requests contain none
 * @param stream whether the response is a stream
 * @param includeUsage whether a stream ends with a usage chunk
 * @param maxTokens maximum number of tokens; {@link #UNLIMITED} if not given
 * @param minTokens minimum number of tokens
 * @param ignoreEos whether to write exactly {@code maxTokens}
 * @param promptTokens words of all messages or of the prompt; for a prompt of token IDs, their
 *     number
 * @param hasTokens whether the response consists of tokens; if not, it is sent as a whole at the
 *     time of the first token
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

  /** Returns a request for a response that consists of tokens. */
  static ParsedRequest forTokens(String model, boolean stream, int maxTokens, int promptTokens) {
    return new ParsedRequest(model, stream, false, maxTokens, 0, false, promptTokens, true);
  }

  /** Returns a request for a response that does not consist of tokens. */
  static ParsedRequest forWholeResponse(String model, int promptTokens) {
    return new ParsedRequest(model, false, false, 1, 0, false, promptTokens, false);
  }

  /** Returns the same request for a stream. */
  public ParsedRequest asStreaming() {
    return new ParsedRequest(
        model, true, includeUsage, maxTokens, minTokens, ignoreEos, promptTokens, hasTokens);
  }

  /** Returns the number of tokens to write, given the drawn number. */
  public int outputTokens(int drawn) {
    if (ignoreEos && maxTokens != UNLIMITED) {
      return maxTokens;
    }
    return Math.min(maxTokens, Math.max(drawn, minTokens));
  }

  /** Returns the finish reason of a response with this number of tokens. */
  public FinishReason finishReason(int tokens) {
    return tokens == maxTokens ? FinishReason.LENGTH : FinishReason.STOP;
  }
}
