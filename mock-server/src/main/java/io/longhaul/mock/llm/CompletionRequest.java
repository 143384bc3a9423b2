package io.longhaul.mock.llm;

/**
 * What a client asked for.
 *
 * @param model the model's name
 * @param stream whether the answer is to be a stream
 * @param includeUsage whether a stream is to end with a usage chunk
 * @param maxTokens most tokens to write; {@link #UNLIMITED} if the client did not say
 * @param minTokens fewest tokens to write
 * @param ignoreEos whether exactly {@code maxTokens} are to be written
 * @param promptTokens words of all messages or of the prompt; of a prompt of token ids, their
 *     number
 */
record CompletionRequest(
    String model,
    boolean stream,
    boolean includeUsage,
    int maxTokens,
    int minTokens,
    boolean ignoreEos,
    int promptTokens) {
  static final int UNLIMITED = Integer.MAX_VALUE;

  /** How many tokens to write, when the model would say so many. */
  int outputTokens(int drawn) {
    if (ignoreEos && maxTokens != UNLIMITED) {
      return maxTokens;
    }
    return Math.min(maxTokens, Math.max(drawn, minTokens));
  }

  /** Why an answer of so many tokens ended, in OpenAI's words. */
  String finishReason(int tokens) {
    return tokens == maxTokens ? "length" : "stop";
  }
}
