package io.longhaul.metrics;

/**
 * All that happened to one request, as facts; nothing is subtracted yet.
 *
 * <p>Times are monotonic nanoseconds on the clock of the request's lane, {@link #NONE} where the
 * fact did not happen. Token counts are whole tokens, {@link #NO_COUNT} where nobody counted; 0 is
 * a count. The four chunk arrays run in parallel, one element per content chunk in order of
 * arrival; a chunk without content (a role, usage, {@code [DONE]}) is not in them. An answer that
 * was not streamed is one chunk.
 *
 * <p>The arrays are handed over, not copied, and must not change afterwards. Two traces are equal
 * only when they share their arrays: a trace is read, not compared.
 *
 * @param outcome what became of the request
 * @param streaming whether a stream was asked for
 * @param scheduledAtNanos when the plan wanted it sent; {@link #NONE} when the plan gives no times
 * @param handedAtNanos when the event loop took it up
 * @param connectStartedAtNanos when a connection was begun for it; only if one was made
 * @param connectedAtNanos when that connection stood, TLS included
 * @param sentAtNanos when its first byte left the head of the pipeline
 * @param writtenAtNanos when its last byte had left
 * @param firstByteAtNanos when the first byte of the answer's body came
 * @param endedAtNanos when it was over, whatever the outcome
 * @param connectionReused no connection was made for it
 * @param bytesSent of the request on the wire: head, body, TLS
 * @param bytesReceived of the answer's body
 * @param reads network reads that brought a part of the answer's body
 * @param chunkAtNanos arrival of each content chunk; chunks of one network read share a stamp
 * @param chunkTokens tokens of each chunk; empty when tokens are not counted per chunk
 * @param chunkReads ordinal of the network read that completed each chunk; equal ones came together
 * @param chunkKinds {@link #CONTENT} or {@link #REASONING}
 * @param inputTokens prompt tokens
 * @param outputTokens tokens of the answer without reasoning
 * @param reasoningTokens tokens of reasoning
 * @param firstChunkTokens tokens of the first content chunk as the server's per-chunk usage told
 * @param requestedOutputTokens the output length that was asked for
 * @param images of the prompt
 * @param audioNanos how long its first clip of sound lasts; 0 for none, or if nobody knows
 * @param usagePromptTokens from the server's last usage object
 * @param usageTotalTokens from the server's last usage object, as told
 * @param usageCompletionTokens from the server's last usage object
 * @param usageReasoningTokens from the server's last usage object
 * @param usageCachedTokens prompt tokens that the server says it read from its cache
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

  /** A number of tokens that nobody counted. */
  public static final int NO_COUNT = -1;

  /** A chunk that carries text, a tool call or anything else that is an answer. */
  public static final byte CONTENT = 0;

  /** A chunk that carries reasoning only. */
  public static final byte REASONING = 1;

  /**
   * Checks the shape of the arrays.
   *
   * @throws IllegalArgumentException if the chunk arrays do not run in parallel
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

  /** Begins a trace in which nothing has happened yet, to be filled in by name. */
  public static RequestTraceBuilder builder() {
    return new RequestTraceBuilder();
  }
}
