package io.longhaul.load.endpoint.response;

import org.jspecify.annotations.Nullable;

/**
 * Token counts that a server reports. A member is null if the server did not report it; 0 is a
 * valid count, negative numbers and fractions are not.
 *
 * @param promptTokens tokens of the prompt, including those read from a cache
 * @param completionTokens generated tokens, including reasoning
 * @param totalTokens total as reported, never computed
 * @param reasoningTokens reasoning tokens
 * @param cacheReadTokens prompt tokens read from a cache
 * @param cacheWriteTokens prompt tokens written to a cache
 */
public record Usage(
    @Nullable Long promptTokens,
    @Nullable Long completionTokens,
    @Nullable Long totalTokens,
    @Nullable Long reasoningTokens,
    @Nullable Long cacheReadTokens,
    @Nullable Long cacheWriteTokens) {}
