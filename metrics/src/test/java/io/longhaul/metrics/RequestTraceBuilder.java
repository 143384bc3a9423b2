package io.longhaul.metrics;

/**
 * Builds a {@link RequestTrace} by name: a list of many numbers invites mistakes. Initially times
 * are {@link RequestTrace#NONE}, token counts are {@link RequestTrace#NO_COUNT}, there are no
 * chunks, and the outcome is {@link Outcome#OK}.
 */
public final class RequestTraceBuilder {
  private Outcome outcome = Outcome.OK;
  private boolean streaming = true;
  private long scheduledAtNanos = RequestTrace.NONE;
  private long handedAtNanos = RequestTrace.NONE;
  private long connectStartedAtNanos = RequestTrace.NONE;
  private long connectedAtNanos = RequestTrace.NONE;
  private long sentAtNanos = RequestTrace.NONE;
  private long writtenAtNanos = RequestTrace.NONE;
  private long firstByteAtNanos = RequestTrace.NONE;
  private long endedAtNanos = RequestTrace.NONE;
  private boolean connectionReused;
  private long bytesSent;
  private long bytesReceived;
  private int reads;
  private int inputTokens = RequestTrace.NO_COUNT;
  private int outputTokens = RequestTrace.NO_COUNT;
  private int reasoningTokens = RequestTrace.NO_COUNT;
  private int firstChunkTokens = RequestTrace.NO_COUNT;
  private int requestedOutputTokens = RequestTrace.NO_COUNT;
  private int images;
  private long audioNanos;
  private int usagePromptTokens = RequestTrace.NO_COUNT;
  private int usageTotalTokens = RequestTrace.NO_COUNT;
  private int usageCompletionTokens = RequestTrace.NO_COUNT;
  private int usageReasoningTokens = RequestTrace.NO_COUNT;
  private int usageCachedTokens = RequestTrace.NO_COUNT;
  private long[] chunkAtNanos = {};
  private int[] chunkTokens = {};
  private int[] chunkReads = {};
  private byte[] chunkKinds = {};

  public RequestTraceBuilder outcome(Outcome value) {
    outcome = value;
    return this;
  }

  public RequestTraceBuilder streaming(boolean value) {
    streaming = value;
    return this;
  }

  public RequestTraceBuilder scheduledAtNanos(long value) {
    scheduledAtNanos = value;
    return this;
  }

  public RequestTraceBuilder handedAtNanos(long value) {
    handedAtNanos = value;
    return this;
  }

  public RequestTraceBuilder connectStartedAtNanos(long value) {
    connectStartedAtNanos = value;
    return this;
  }

  public RequestTraceBuilder connectedAtNanos(long value) {
    connectedAtNanos = value;
    return this;
  }

  public RequestTraceBuilder sentAtNanos(long value) {
    sentAtNanos = value;
    return this;
  }

  public RequestTraceBuilder writtenAtNanos(long value) {
    writtenAtNanos = value;
    return this;
  }

  public RequestTraceBuilder firstByteAtNanos(long value) {
    firstByteAtNanos = value;
    return this;
  }

  public RequestTraceBuilder endedAtNanos(long value) {
    endedAtNanos = value;
    return this;
  }

  public RequestTraceBuilder connectionReused(boolean value) {
    connectionReused = value;
    return this;
  }

  public RequestTraceBuilder bytesSent(long value) {
    bytesSent = value;
    return this;
  }

  public RequestTraceBuilder bytesReceived(long value) {
    bytesReceived = value;
    return this;
  }

  public RequestTraceBuilder reads(int value) {
    reads = value;
    return this;
  }

  public RequestTraceBuilder inputTokens(int value) {
    inputTokens = value;
    return this;
  }

  public RequestTraceBuilder outputTokens(int value) {
    outputTokens = value;
    return this;
  }

  public RequestTraceBuilder reasoningTokens(int value) {
    reasoningTokens = value;
    return this;
  }

  public RequestTraceBuilder firstChunkTokens(int value) {
    firstChunkTokens = value;
    return this;
  }

  public RequestTraceBuilder requestedOutputTokens(int value) {
    requestedOutputTokens = value;
    return this;
  }

  public RequestTraceBuilder images(int value) {
    images = value;
    return this;
  }

  public RequestTraceBuilder audioNanos(long value) {
    audioNanos = value;
    return this;
  }

  public RequestTraceBuilder usagePromptTokens(int value) {
    usagePromptTokens = value;
    return this;
  }

  public RequestTraceBuilder usageTotalTokens(int value) {
    usageTotalTokens = value;
    return this;
  }

  public RequestTraceBuilder usageCompletionTokens(int value) {
    usageCompletionTokens = value;
    return this;
  }

  public RequestTraceBuilder usageReasoningTokens(int value) {
    usageReasoningTokens = value;
    return this;
  }

  public RequestTraceBuilder usageCachedTokens(int value) {
    usageCachedTokens = value;
    return this;
  }

  /** Sets the content chunks: parallel arrays with one element per chunk, not copied. */
  public RequestTraceBuilder chunks(long[] atNanos, int[] reads, byte[] kinds) {
    chunkAtNanos = atNanos;
    chunkReads = reads;
    chunkKinds = kinds;
    return this;
  }

  /** Sets the tokens of each chunk, not copied; not called if tokens are not counted per chunk. */
  public RequestTraceBuilder chunkTokens(int[] tokens) {
    chunkTokens = tokens;
    return this;
  }

  /**
   * Returns the finished trace.
   *
   * @throws IllegalArgumentException if the chunk arrays differ in length
   */
  public RequestTrace build() {
    return new RequestTrace(
        outcome,
        streaming,
        scheduledAtNanos,
        handedAtNanos,
        connectStartedAtNanos,
        connectedAtNanos,
        sentAtNanos,
        writtenAtNanos,
        firstByteAtNanos,
        endedAtNanos,
        connectionReused,
        bytesSent,
        bytesReceived,
        reads,
        chunkAtNanos,
        chunkTokens,
        chunkReads,
        chunkKinds,
        inputTokens,
        outputTokens,
        reasoningTokens,
        firstChunkTokens,
        requestedOutputTokens,
        images,
        audioNanos,
        usagePromptTokens,
        usageTotalTokens,
        usageCompletionTokens,
        usageReasoningTokens,
        usageCachedTokens);
  }
}
