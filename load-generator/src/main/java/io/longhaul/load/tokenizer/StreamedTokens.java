package io.longhaul.load.tokenizer;

/**
 * What is known about a request's tokens when it ends.
 *
 * @param tokensByChunk for each chunk since the last cut the tokens that ended in it
 * @param total tokens of the whole text, encoded at once
 * @param correction {@code total} minus all that was told by chunk, before and here; not 0 only for
 *     a request that was cut
 */
public record StreamedTokens(int[] tokensByChunk, int total, int correction) {}
