package io.longhaul.load.tokenizer;

/**
 * Token counts of a request at its end.
 *
 * @param tokensByChunk tokens that end in each chunk since the last cut
 * @param total tokens of the whole text
 * @param correction {@code total} minus all counts reported by chunk so far, including {@code
 *     tokensByChunk}; nonzero only if the text was cut, or if a check of its words has failed
 */
public record StreamedTokens(int[] tokensByChunk, int total, int correction) {}
