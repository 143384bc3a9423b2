package io.longhaul.load.endpoint;

/**
 * What a server says that it counted. A member is null when the server did not say it: 0 is a
 * count, a negative number and a fraction are not.
 *
 * @param promptTokens tokens of the prompt, those read from a cache included
 * @param completionTokens tokens that were made, reasoning included
 * @param totalTokens as told, never computed
 * @param reasoningTokens tokens of reasoning
 * @param cacheReadTokens tokens of the prompt that came from a cache
 * @param cacheWriteTokens tokens of the prompt that went into a cache
 */
public record Usage(
    Long promptTokens,
    Long completionTokens,
    Long totalTokens,
    Long reasoningTokens,
    Long cacheReadTokens,
    Long cacheWriteTokens) {}
