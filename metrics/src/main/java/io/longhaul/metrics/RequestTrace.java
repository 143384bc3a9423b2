package io.longhaul.metrics;

/**
 * All timestamps and counts of one request, as recorded: nothing is computed yet.
 *
 * <p>Times are monotonic nanoseconds on the clock of the request's lane, {@link #NONE} if the event
 * did not happen. Token counts are whole tokens, {@link #NO_COUNT} if they were not counted; 0 is a
 * count. The four chunk arrays are parallel, with one element per content chunk in order of
 * arrival; they do not contain chunks without content (a role, usage, {@code [DONE]}). A response
 * that was not streamed is one chunk.
 *
 * <p>The arrays are not copied and must not change afterwards. Two traces are equal only if they
 * share their arrays: a trace is read, not compared.
 *
 * @param outcome how the request ended
 * @param streaming whether a streamed response was requested
 * @param scheduledAtNanos planned time; {@link #NONE} if the plan contains no times
 * @param handedAtNanos when the request was due and the event loop had taken it
 * @param connectStartedAtNanos when a connection was started for it; only for a new connection
 * @param connectedAtNanos when that connection was established, TLS included
 * @param sentAtNanos when its first byte left the channel head
 * @param writtenAtNanos when its last byte had left the channel head
 * @param firstByteAtNanos when the first byte of the response body arrived
 * @param endedAtNanos when the request ended, whatever its outcome
 * @param connectionReused whether it used an existing connection
 * @param bytesSent bytes of the request on the wire: head, body, TLS
 * @param bytesReceived bytes of the response body
 * @param reads network reads that contained a part of the response body
 * @param chunkAtNanos arrival of each content chunk; chunks of one network read share a timestamp
 * @param chunkTokens tokens of each chunk; empty if tokens are not counted per chunk
 * @param chunkReads ordinal of the network read that completed each chunk
 * @param chunkKinds {@link #CONTENT} or {@link #REASONING}
 * @param inputTokens prompt tokens
 * @param outputTokens tokens of the response without reasoning
 * @param reasoningTokens tokens of reasoning
 * @param firstChunkTokens tokens of the first content chunk, from the server's per-chunk usage
 * @param requestedOutputTokens requested output length
 * @param images images of the prompt
 * @param audioNanos duration of the prompt's first audio clip; 0 if there is none or it is unknown
 * @param usagePromptTokens from the server's last usage object
 * @param usageTotalTokens from the server's last usage object, not recomputed
 * @param usageCompletionTokens from the server's last usage object
 * @param usageReasoningTokens from the server's last usage object
 * @param usageCachedTokens prompt tokens that the server reports as read from its cache
 */
public record RequestTrace(
    Outcome outcome,
    boolean streaming,
    long scheduledAtNanos,
    long handedAtNanos,
    long connectStartedAtNanos,
    long connectedAtNanos,
    long sentAtNanos,
    long writtenAtNanos,
    long firstByteAtNanos,
    long endedAtNanos,
    boolean connectionReused,
    long bytesSent,
    long bytesReceived,
    int reads,
    long[] chunkAtNanos,
    int[] chunkTokens,
    int[] chunkReads,
    byte[] chunkKinds,
    int inputTokens,
    int outputTokens,
    int reasoningTokens,
    int firstChunkTokens,
    int requestedOutputTokens,
    int images,
    long audioNanos,
    int usagePromptTokens,
    int usageTotalTokens,
    int usageCompletionTokens,
    int usageReasoningTokens,
    int usageCachedTokens)
    implements RequestFacts {

  /** The value of a count of tokens that were not counted. */
  public static final int NO_COUNT = -1;

  /** A chunk that contains text, a tool call or other output. */
  public static final byte CONTENT = 0;

  /** A chunk that contains only reasoning. */
  public static final byte REASONING = 1;

  /**
   * Checks the shape of the arrays.
   *
   * @throws IllegalArgumentException if the chunk arrays differ in length
   */
  public RequestTrace {
    int chunks = chunkAtNanos.length;
    if (chunkReads.length != chunks || chunkKinds.length != chunks) {
      throw new IllegalArgumentException(
          "Invalid request trace: %d chunk times, %d reads, %d kinds (one of each per chunk)"
              .formatted(chunks, chunkReads.length, chunkKinds.length));
    }
    if (chunkTokens.length != 0 && chunkTokens.length != chunks) {
      throw new IllegalArgumentException(
          "Invalid request trace: %d chunk times, %d chunk tokens (one per chunk, or none)"
              .formatted(chunks, chunkTokens.length));
    }
  }

  @Override
  public long recorded(Metric metric) {
    return RequestFormulas.recorded(metric, this);
  }

  /** Returns when the last content chunk arrived; {@link #NONE} if there is no content. */
  long lastChunkAtNanos() {
    return chunkAtNanos.length == 0 ? NONE : chunkAtNanos[chunkAtNanos.length - 1];
  }

  /** Returns when a content chunk of a stream arrived; {@link #NONE} if there is no such chunk. */
  long streamedChunkAtNanos(int chunk) {
    return streaming && chunk < chunkAtNanos.length ? chunkAtNanos[chunk] : NONE;
  }

  /** Returns when the first chunk of a stream arrived that is not reasoning. */
  long firstOutputAtNanos() {
    for (int i = 0; i < chunkKinds.length; i++) {
      if (chunkKinds[i] == CONTENT) {
        return streamedChunkAtNanos(i);
      }
    }
    return NONE;
  }
}
