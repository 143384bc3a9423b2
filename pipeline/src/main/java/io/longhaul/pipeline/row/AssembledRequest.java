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
  private static final Transport UNSENT = Transport.newBuilder().build();
  private static final UsageTold NO_USAGE = UsageTold.newBuilder().build();

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
    Transport sending = transport == null ? UNSENT : transport;
    UsageTold usage = ended == null || ended.getUsage() == null ? NO_USAGE : ended.getUsage();
    return new RequestTrace(
        outcome,
        streaming,
        planned == null ? RequestTrace.NONE : planned.getScheduledAtNs(),
        planned == null ? RequestTrace.NONE : planned.getHandedAtNs(),
        time(sending.getConnectStartedAtNs()),
        time(connectedAtNanos()),
        time(sending.getSentAtNs()),
        time(sending.getWrittenAtNs()),
        time(firstByteAtNanos),
        endedAtNanos,
        sending.getConnectionReused(),
        sending.getBytesSent(),
        ended == null ? 0 : ended.getBytesReceived(),
        ended == null ? 0 : ended.getReads(),
        incomplete ? new long[0] : chunkAtNanos,
        incomplete ? new int[0] : chunkTokens,
        incomplete ? new int[0] : chunkReads,
        incomplete ? new byte[0] : chunkKinds,
        count(inputTokens(source)),
        count(outputTokens(source)),
        count(reasoningTokens(source)),
        RequestTrace.NO_COUNT, // no event contains the tokens of the first chunk
        planned == null ? RequestTrace.NO_COUNT : count(planned.getRequestedOutputTokens()),
        planned == null ? 0 : planned.getImages(),
        planned == null ? 0 : planned.getAudioDurationNs(),
        count(usage.getPromptTokens()),
        count(usage.getTotalTokens()),
        count(usage.getCompletionTokens()),
        count(usage.getReasoningTokens()),
        count(usage.getCachedTokens()));
  }

  private static long time(@Nullable Long atNanos) {
    return atNanos == null ? RequestTrace.NONE : atNanos;
  }

  private static int count(@Nullable Integer tokens) {
    return tokens == null ? RequestTrace.NO_COUNT : tokens;
  }
}
