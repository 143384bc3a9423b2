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
import org.jspecify.annotations.Nullable;

/**
 * A request assembled from its fragments, in lane time.
 *
 * @param planned null if the fragment with the planned values was lost
 * @param transport null if the request was not sent, or the fragment was lost
 * @param firstByteAtNanos first byte of the response body; null if none arrived
 * @param headersAtNanos null if no response arrived
 * @param ended null if no end was recorded
 * @param outcome {@link Outcome#LOST} if no end was recorded
 * @param incomplete whether fragments are missing; an incomplete request has no metrics
 */
@SuppressWarnings("ArrayRecordComponent") // Read once into a row; never compared.
public record AssembledRequest(
    RequestId id,
    @Nullable Planned planned,
    @Nullable Transport transport,
    @Nullable Long firstByteAtNanos,
    @Nullable Long headersAtNanos,
    long[] chunkAtNanos,
    int[] chunkTokens,
    int[] chunkReads,
    byte[] chunkKinds,
    @Nullable Ended ended,
    Outcome outcome,
    long endedAtNanos,
    boolean incomplete) {

  /** Returns the start of a request; {@link RequestTrace#NONE} if it was never sent. */
  public static long startNanos(Transport transport) {
    return RequestFacts.startNanos(
        time(transport.getConnectStartedAtNs()), time(transport.getSentAtNs()));
  }

  /** Returns when a connection made for this request was established, including TLS; else null. */
  public @Nullable Long connectedAtNanos() {
    if (transport == null) {
      return null;
    }
    return transport.getTlsEndedAtNs() != null
        ? transport.getTlsEndedAtNs()
        : transport.getConnectedAtNs();
  }

  /**
   * Returns the start of the time in flight: the connection or send, else when the event loop took
   * the request, else its end.
   */
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

  /**
   * Returns the output tokens without reasoning, counted by the run's token source; null if
   * unknown.
   */
  public @Nullable Integer outputTokens(TokenSource source) {
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

  /** Returns the reasoning tokens, counted by the run's token source; null if unknown. */
  public @Nullable Integer reasoningTokens(TokenSource source) {
    if (ended == null) {
      return null;
    }
    boolean serverCounts =
        source == TokenSource.SERVER_USAGE
            && ended.getReasoningTokens() == null
            && ended.getUsage() != null;
    return serverCounts ? ended.getUsage().getReasoningTokens() : ended.getReasoningTokens();
  }

  /** Returns the prompt tokens, counted by the run's token source; null if unknown. */
  public @Nullable Integer inputTokens(TokenSource source) {
    if (source == TokenSource.SERVER_USAGE) {
      return ended == null || ended.getUsage() == null ? null : ended.getUsage().getPromptTokens();
    }
    return planned == null ? null : planned.getInputTokens();
  }

  /**
   * Returns the trace from which the metrics are computed. The trace of an incomplete request has
   * no chunks, because metrics of a part of the chunks would look complete.
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

  private static long time(@Nullable Long atNanos) {
    return atNanos == null ? RequestTrace.NONE : atNanos;
  }

  private static int count(@Nullable Integer tokens) {
    return tokens == null ? RequestTrace.NO_COUNT : tokens;
  }
}
