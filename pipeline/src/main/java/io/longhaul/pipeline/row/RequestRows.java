package io.longhaul.pipeline.row;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTrace;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Planned;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.Transport;
import io.longhaul.wire.UsageTold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A story and its figures → a row of {@code requests}. */
public final class RequestRows {
  /** What stands in columns that must be filled when the fragment that tells them was lost. */
  private static final long NOT_TOLD = -1;

  private RequestRows() {}

  /**
   * @param sliceIndex in which it ended; -1 in warm-up
   * @param skewed one of its facts lay before its lane's start
   */
  public static RequestRow of(
      LaneIdentity lane,
      RequestStory story,
      RequestMetrics metrics,
      SloResult verdict,
      TokenSource tokens,
      long sliceIndex,
      boolean skewed) {
    RequestRow.Builder row =
        RequestRow.newBuilder()
            .setRunId(lane.runId())
            .setRequestId(story.id().toString())
            .setLaneId(lane.laneId())
            .setProcessId(lane.processId())
            .setPhase(lane.phase())
            .setOutcome(Words.of(story.outcome()))
            .setSkewed(skewed)
            .setIncomplete(story.incomplete())
            .setFirstByteEpochNs(epoch(lane, story.firstByteAtNanos()))
            .setHeadersEpochNs(epoch(lane, story.headersAtNanos()))
            .setEndedEpochNs(lane.epochOf(story.endedAtNanos()))
            .setSliceIndex(sliceIndex)
            .setInputTokens(story.inputTokens(tokens))
            .setOutputTokens(story.outputTokens(tokens))
            .setReasoningTokens(story.reasoningTokens(tokens));
    setPlanned(row, lane, story);
    setTransport(row, lane, story);
    setChunks(row, story);
    setEnded(row, lane, story.ended());
    setFigures(row, metrics);
    row.setGood(verdict == SloResult.NO_VALUE ? null : verdict == SloResult.GOOD);
    return row.build();
  }

  private static void setPlanned(RequestRow.Builder row, LaneIdentity lane, RequestStory story) {
    Planned planned = story.planned();
    if (planned == null) {
      long known = lane.epochOf(story.startNanos());
      row.setPlanIndex(NOT_TOLD)
          .setEntryIndex(NOT_TOLD)
          .setSessionId("")
          .setTurnIndex(0)
          .setCorrelationId("")
          .setModel("")
          .setUrlIndex(0)
          .setPromptHash(0)
          .setLabels(Map.of())
          .setRequestedInputTokens(null)
          .setRequestedOutputTokens(null)
          .setImages(null)
          .setAudioDurationNs(null)
          .setScheduledEpochNs(known)
          .setHandedEpochNs(known);
      return;
    }
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

  private static void setTransport(RequestRow.Builder row, LaneIdentity lane, RequestStory story) {
    Transport transport = story.transport();
    boolean told = transport != null;
    row.setConnectStartedEpochNs(told ? epoch(lane, transport.getConnectStartedAtNs()) : null)
        .setConnectedEpochNs(epoch(lane, story.connectedAtNanos()))
        .setSentEpochNs(told ? epoch(lane, transport.getSentAtNs()) : null)
        .setWrittenEpochNs(told ? epoch(lane, transport.getWrittenAtNs()) : null)
        .setConnectionReused(told && transport.getConnectionReused())
        .setBytesSent(told ? transport.getBytesSent() : 0);
  }

  private static void setChunks(RequestRow.Builder row, RequestStory story) {
    long[] at = story.chunkAtNanos();
    long start = story.startNanos();
    List<Long> afterStart = new ArrayList<>(at.length);
    for (long chunk : at) {
      afterStart.add(chunk - start);
    }
    row.setChunkAfterStartNs(afterStart)
        .setChunkTokens(listOf(story.chunkTokens()))
        .setChunkReads(listOf(story.chunkReads()))
        .setChunkKinds(kindsOf(story.chunkKinds()));
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

  private static List<Integer> listOf(int[] numbers) {
    List<Integer> list = new ArrayList<>(numbers.length);
    for (int number : numbers) {
      list.add(number);
    }
    return list;
  }

  private static void setEnded(RequestRow.Builder row, LaneIdentity lane, Ended ended) {
    boolean told = ended != null;
    row.setStatus(told ? ended.getStatus() : null)
        .setReason(told ? ended.getReason() : null)
        .setMessage(told ? ended.getMessage() : null)
        .setFinishReason(told ? ended.getFinishReason() : null)
        .setRetries(told ? ended.getRetries() : 0)
        .setStaleConnection(told && ended.getStaleConnection())
        .setCancelledEpochNs(told ? epoch(lane, ended.getCancelledAtNs()) : null)
        .setBytesReceived(told ? ended.getBytesReceived() : 0)
        .setReads(told ? ended.getReads() : 0)
        .setUtf8Replaced(told ? ended.getUtf8Replaced() : 0)
        .setTokenCorrection(told ? ended.getTokenCorrection() : 0);
    UsageTold usage = told ? ended.getUsage() : null;
    boolean counted = usage != null;
    row.setUsagePromptTokens(counted ? usage.getPromptTokens() : null)
        .setUsageCompletionTokens(counted ? usage.getCompletionTokens() : null)
        .setUsageReasoningTokens(counted ? usage.getReasoningTokens() : null)
        .setUsageCachedTokens(counted ? usage.getCachedTokens() : null)
        .setUsageTotalTokens(counted ? usage.getTotalTokens() : null);
  }

  private static void setFigures(RequestRow.Builder row, RequestMetrics metrics) {
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

  private static Long value(RequestMetrics metrics, Metric metric) {
    return metrics.has(metric) ? metrics.value(metric) : null;
  }

  private static Long epoch(LaneIdentity lane, Long atNanos) {
    return atNanos == null ? null : lane.epochOf(atNanos);
  }
}
