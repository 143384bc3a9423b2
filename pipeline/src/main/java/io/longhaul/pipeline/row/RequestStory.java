package io.longhaul.pipeline.row;

import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestFacts;
import io.longhaul.metrics.RequestTrace;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Planned;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.Transport;
import io.longhaul.wire.UsageTold;

/**
 * One request's story, put together from its fragments; times are the lane's.
 *
 * @param planned null when that fragment was lost
 * @param transport null when it never came onto the wire, or that fragment was lost
 * @param firstByteAtNanos of the answer's body; null when none came
 * @param headersAtNanos null when no answer came
 * @param ended null when nobody told an ending
 * @param outcome {@link Outcome#LOST} when nobody told an ending
 * @param incomplete fragments are missing: the request has no figures
 */
@SuppressWarnings("ArrayRecordComponent") // Read once into a row; never compared.
public record RequestStory(
    RequestId id,
    Planned planned,
    Transport transport,
    Long firstByteAtNanos,
    Long headersAtNanos,
    long[] chunkAtNanos,
    int[] chunkTokens,
    int[] chunkReads,
    byte[] chunkKinds,
    Ended ended,
    Outcome outcome,
    long endedAtNanos,
    boolean incomplete) {

  /** Returns the start of a request; {@link RequestTrace#NONE} if it was never sent. */
  public static long startNanos(Transport transport) {
    return RequestFacts.startNanos(
        time(transport.getConnectStartedAtNs()), time(transport.getSentAtNs()));
  }

  /** When a connection that was made for it stood, TLS included; else null. */
  public Long connectedAtNanos() {
    if (transport == null) {
      return null;
    }
    return transport.getTlsEndedAtNs() != null
        ? transport.getTlsEndedAtNs()
        : transport.getConnectedAtNs();
  }

  /** Where its time in flight begins: the sending, else when the loop took it up, else its end. */
  public long startNanos() {
    long start = transport == null ? RequestTrace.NONE : startNanos(transport);
    if (start != RequestTrace.NONE) {
      return start;
    }
    return planned != null ? planned.getHandedAtNs() : Math.min(earliestChunk(), endedAtNanos);
  }

  private long earliestChunk() {
    return chunkAtNanos.length == 0 ? Long.MAX_VALUE : chunkAtNanos[0];
  }

  /** Output tokens without reasoning, by who counts in this run; null when nobody did. */
  public Integer outputTokens(TokenSource source) {
    if (ended == null) {
      return null;
    }
    UsageTold usage = ended.getUsage();
    boolean serverCounts =
        source == TokenSource.SERVER_USAGE
            && ended.getOutputTokens() == null
            && usage != null
            && usage.getCompletionTokens() != null;
    if (!serverCounts) {
      return ended.getOutputTokens();
    }
    int reasoning = usage.getReasoningTokens() == null ? 0 : usage.getReasoningTokens();
    return Math.max(0, usage.getCompletionTokens() - reasoning);
  }

  /** Reasoning tokens by who counts in this run; null when nobody did. */
  public Integer reasoningTokens(TokenSource source) {
    if (ended == null) {
      return null;
    }
    boolean serverCounts =
        source == TokenSource.SERVER_USAGE
            && ended.getReasoningTokens() == null
            && ended.getUsage() != null;
    return serverCounts ? ended.getUsage().getReasoningTokens() : ended.getReasoningTokens();
  }

  /** Prompt tokens by who counts in this run; null when nobody did. */
  public Integer inputTokens(TokenSource source) {
    if (source == TokenSource.SERVER_USAGE) {
      return ended == null || ended.getUsage() == null ? null : ended.getUsage().getPromptTokens();
    }
    return planned == null ? null : planned.getInputTokens();
  }

  /**
   * The facts that are weighed. A story with holes is weighed without its chunks: half of them
   * would give figures that look whole.
   */
  public RequestTrace trace(boolean streaming, TokenSource source) {
    var trace =
        RequestTrace.builder().outcome(outcome).streaming(streaming).endedAtNanos(endedAtNanos);
    if (planned != null) {
      trace
          .scheduledAtNanos(planned.getScheduledAtNs())
          .handedAtNanos(planned.getHandedAtNs())
          .requestedOutputTokens(count(planned.getRequestedOutputTokens()))
          .images(planned.getImages())
          .audioNanos(planned.getAudioDurationNs());
    }
    if (transport != null) {
      trace
          .connectStartedAtNanos(time(transport.getConnectStartedAtNs()))
          .connectedAtNanos(time(connectedAtNanos()))
          .sentAtNanos(time(transport.getSentAtNs()))
          .writtenAtNanos(time(transport.getWrittenAtNs()))
          .connectionReused(transport.getConnectionReused())
          .bytesSent(transport.getBytesSent());
    }
    trace
        .firstByteAtNanos(time(firstByteAtNanos))
        .inputTokens(count(inputTokens(source)))
        .outputTokens(count(outputTokens(source)))
        .reasoningTokens(count(reasoningTokens(source)));
    if (ended != null) {
      trace.bytesReceived(ended.getBytesReceived()).reads(ended.getReads());
    }
    if (ended != null && ended.getUsage() != null) {
      UsageTold usage = ended.getUsage();
      trace
          .usagePromptTokens(count(usage.getPromptTokens()))
          .usageTotalTokens(count(usage.getTotalTokens()))
          .usageCompletionTokens(count(usage.getCompletionTokens()))
          .usageReasoningTokens(count(usage.getReasoningTokens()))
          .usageCachedTokens(count(usage.getCachedTokens()));
    }
    if (!incomplete) {
      trace.chunks(chunkAtNanos, chunkReads, chunkKinds).chunkTokens(chunkTokens);
    }
    return trace.build();
  }

  private static long time(Long atNanos) {
    return atNanos == null ? RequestTrace.NONE : atNanos;
  }

  private static int count(Integer tokens) {
    return tokens == null ? RequestTrace.NO_COUNT : tokens;
  }
}
