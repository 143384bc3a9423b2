package io.longhaul.pipeline.row;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTrace;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.sinks.IntArrayList;
import io.longhaul.sinks.LongArrayList;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Planned;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.Transport;
import io.longhaul.wire.UsageTold;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts assembled requests and their metrics to rows of {@code requests}. */
public final class RequestRows {
  /** Value of mandatory columns if the fragment with their values was lost. */
  private static final long UNKNOWN = -1;

  private RequestRows() {}

  /**
   * Converts a request.
   *
   * @param sliceIndex slice in which it ended; -1 in warm-up
   * @param skewed whether one of its facts precedes its lane's start
   */
  public static RequestRow of(
      LaneIdentity lane,
      AssembledRequest request,
      RequestMetrics metrics,
      SloResult verdict,
      TokenSource tokens,
      long sliceIndex,
      boolean skewed) {
    RequestRow.Builder row =
        RequestRow.newBuilder()
            .setRunId(lane.runId())
            .setRequestId(request.id().toString())
            .setLaneId(lane.laneId())
            .setProcessId(lane.processId())
            .setPhase(lane.phase())
            .setOutcome(EnumNames.of(request.outcome()))
            .setSkewed(skewed)
            .setIncomplete(request.incomplete())
            .setFirstByteEpochNs(epoch(lane, request.firstByteAtNanos()))
            .setHeadersEpochNs(epoch(lane, request.headersAtNanos()))
            .setEndedEpochNs(lane.epochOf(request.endedAtNanos()))
            .setSliceIndex(sliceIndex)
            .setInputTokens(request.inputTokens(tokens))
            .setOutputTokens(request.outputTokens(tokens))
            .setReasoningTokens(request.reasoningTokens(tokens));
    setPlanned(row, lane, request);
    setTransport(row, lane, request);
    setChunks(row, request);
    setEnded(row, lane, request.ended());
    setMetrics(row, metrics);
    row.setGood(verdict == SloResult.NO_VALUE ? null : verdict == SloResult.GOOD);
    return row.build();
  }

  /** Returns whether the fragment with the planned values was not lost. */
  static boolean isPlanKnown(RequestRow row) {
    return row.getPlanIndex() != UNKNOWN;
  }

  private static void setPlanned(
      RequestRow.Builder row, LaneIdentity lane, AssembledRequest request) {
    Planned planned = request.planned() == null ? unknown(request.startNanos()) : request.planned();
    row.setPlanIndex(planned.getPlanIndex())
        .setEntryIndex(planned.getEntryIndex())
        .setSessionId(planned.getSessionId())
        .setTurnIndex(planned.getTurnIndex())
        .setCorrelationId(planned.getCorrelationId())
        .setModel(planned.getModel())
        .setUrlIndex(planned.getUrlIndex())
        .setPromptHash(planned.getPromptHash())
        .setLabels(planned.getLabels())
        .setRequestedInputTokens(planned.getRequestedInputTokens())
        .setRequestedOutputTokens(planned.getRequestedOutputTokens())
        .setImages(planned.getImages() == 0 ? null : planned.getImages())
        .setAudioDurationNs(planned.getAudioDurationNs() == 0 ? null : planned.getAudioDurationNs())
        .setScheduledEpochNs(lane.epochOf(planned.getScheduledAtNs()))
        .setHandedEpochNs(lane.epochOf(planned.getHandedAtNs()));
  }

  private static Planned unknown(long atNanos) {
    return Planned.newBuilder()
        .setPlanIndex(UNKNOWN)
        .setEntryIndex(UNKNOWN)
        .setSessionId("")
        .setCorrelationId("")
        .setModel("")
        .setPromptHash(0)
        .setScheduledAtNs(atNanos)
        .setHandedAtNs(atNanos)
        .build();
  }

  private static void setTransport(
      RequestRow.Builder row, LaneIdentity lane, AssembledRequest request) {
    Transport transport = request.transport();
    row.setConnectStartedEpochNs(
            transport == null ? null : epoch(lane, transport.getConnectStartedAtNs()))
        .setConnectedEpochNs(epoch(lane, request.connectedAtNanos()))
        .setSentEpochNs(transport == null ? null : epoch(lane, transport.getSentAtNs()))
        .setWrittenEpochNs(transport == null ? null : epoch(lane, transport.getWrittenAtNs()))
        .setConnectionReused(transport != null && transport.getConnectionReused())
        .setBytesSent(transport == null ? 0 : transport.getBytesSent());
  }

  private static void setChunks(RequestRow.Builder row, AssembledRequest request) {
    long[] at = request.chunkAtNanos();
    long start = request.startNanos();
    long[] afterStart = new long[at.length];
    for (int i = 0; i < at.length; i++) {
      afterStart[i] = at[i] - start;
    }
    row.setChunkAfterStartNs(new LongArrayList(afterStart))
        .setChunkTokens(new IntArrayList(request.chunkTokens()))
        .setChunkReads(new IntArrayList(request.chunkReads()))
        .setChunkKinds(kindsOf(request.chunkKinds()));
  }

  private static List<Integer> kindsOf(byte[] kinds) {
    for (byte kind : kinds) {
      if (kind != RequestTrace.CONTENT) {
        List<Integer> list = new ArrayList<>(kinds.length);
        for (byte each : kinds) {
          list.add((int) each);
        }
        return list;
      }
    }
    return List.of();
  }

  private static void setEnded(RequestRow.Builder row, LaneIdentity lane, @Nullable Ended ended) {
    row.setStatus(ended == null ? null : ended.getStatus())
        .setReason(ended == null ? null : ended.getReason())
        .setMessage(ended == null ? null : ended.getMessage())
        .setFinishReason(ended == null ? null : ended.getFinishReason())
        .setRetries(ended == null ? 0 : ended.getRetries())
        .setStaleConnection(ended != null && ended.getStaleConnection())
        .setCancelledEpochNs(ended == null ? null : epoch(lane, ended.getCancelledAtNs()))
        .setBytesReceived(ended == null ? 0 : ended.getBytesReceived())
        .setReads(ended == null ? 0 : ended.getReads())
        .setUtf8Replaced(ended == null ? 0 : ended.getUtf8Replaced())
        .setTokenCorrection(ended == null ? 0 : ended.getTokenCorrection());
    UsageTold usage = ended == null ? null : ended.getUsage();
    row.setUsagePromptTokens(usage == null ? null : usage.getPromptTokens())
        .setUsageCompletionTokens(usage == null ? null : usage.getCompletionTokens())
        .setUsageReasoningTokens(usage == null ? null : usage.getReasoningTokens())
        .setUsageCachedTokens(usage == null ? null : usage.getCachedTokens())
        .setUsageTotalTokens(usage == null ? null : usage.getTotalTokens());
  }

  private static void setMetrics(RequestRow.Builder row, RequestMetrics metrics) {
    Long length = value(metrics, Metric.OUTPUT_SEQUENCE_LENGTH);
    row.setTimeToFirstTokenNs(value(metrics, Metric.TIME_TO_FIRST_TOKEN))
        .setTimeToFirstOutputTokenNs(value(metrics, Metric.TIME_TO_FIRST_OUTPUT_TOKEN))
        .setTimeToSecondTokenNs(value(metrics, Metric.TIME_TO_SECOND_TOKEN))
        .setInterTokenLatencyPs(value(metrics, Metric.INTER_TOKEN_LATENCY))
        .setRequestLatencyNs(value(metrics, Metric.REQUEST_LATENCY))
        .setTimeToFirstTokenFromScheduleNs(value(metrics, Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE))
        .setRequestLatencyFromScheduleNs(value(metrics, Metric.REQUEST_LATENCY_FROM_SCHEDULE))
        .setClientOverheadNs(value(metrics, Metric.CLIENT_OVERHEAD))
        .setSendLagNs(value(metrics, Metric.SEND_LAG))
        .setConnectTimeNs(value(metrics, Metric.CONNECT_TIME))
        .setOutputSequenceLength(length == null ? null : Math.toIntExact(length))
        .setOutputTokenThroughputPerUserMillionths(
            value(metrics, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER))
        .setPrefillThroughputPerUserMillionths(value(metrics, Metric.PREFILL_THROUGHPUT_PER_USER));
  }

  private static @Nullable Long value(RequestMetrics metrics, Metric metric) {
    return metrics.has(metric) ? metrics.value(metric) : null;
  }

  private static @Nullable Long epoch(LaneIdentity lane, @Nullable Long atNanos) {
    return atNanos == null ? null : lane.epochOf(atNanos);
  }
}
