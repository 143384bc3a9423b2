package io.longhaul.sinks;

import io.longhaul.export.RequestRow;
import java.util.List;
import java.util.Map;

/** Rows as words. */
public final class Rows {
  /** 2026-01-02 03:04:05 UTC. */
  public static final long RUN_START_EPOCH_NS = 1_767_323_045_000_000_000L;

  private Rows() {}

  /** A streamed request of three chunks: 40 ms to the first, then 10 and 20 ms. */
  public static RequestRow.Builder aRequest(String runId, String requestId) {
    return RequestRow.newBuilder()
        .setRunId(runId)
        .setRequestId(requestId)
        .setLaneId("g0.1.0.p")
        .setProcessId("g0")
        .setPhase("profiling")
        .setPlanIndex(0)
        .setEntryIndex(0)
        .setSessionId("session_000000")
        .setTurnIndex(0)
        .setCorrelationId("c")
        .setModel("m")
        .setUrlIndex(0)
        .setPromptHash(7)
        .setLabels(Map.of("model", "m", "stage", "0"))
        .setOutcome("ok")
        .setStatus(200)
        .setReason(null)
        .setMessage(null)
        .setFinishReason("length")
        .setRetries(0)
        .setStaleConnection(false)
        .setSkewed(false)
        .setIncomplete(false)
        .setScheduledEpochNs(RUN_START_EPOCH_NS)
        .setHandedEpochNs(RUN_START_EPOCH_NS)
        .setConnectStartedEpochNs(null)
        .setConnectedEpochNs(null)
        .setSentEpochNs(RUN_START_EPOCH_NS)
        .setWrittenEpochNs(RUN_START_EPOCH_NS)
        .setHeadersEpochNs(RUN_START_EPOCH_NS + 40_000_000)
        .setFirstByteEpochNs(RUN_START_EPOCH_NS + 40_000_000)
        .setEndedEpochNs(RUN_START_EPOCH_NS + 70_000_000)
        .setCancelledEpochNs(null)
        .setConnectionReused(true)
        .setBytesSent(100)
        .setBytesReceived(300)
        .setReads(3)
        .setUtf8Replaced(0)
        .setSliceIndex(0)
        .setChunkAfterStartNs(List.of(40_000_000L, 50_000_000L, 70_000_000L))
        .setChunkTokens(List.of(1, 1, 1))
        .setChunkReads(List.of(0, 1, 2))
        .setInputTokens(10)
        .setRequestedOutputTokens(3)
        .setOutputTokens(3)
        .setReasoningTokens(null)
        .setTokenCorrection(0)
        .setUsagePromptTokens(null)
        .setUsageCompletionTokens(null)
        .setUsageReasoningTokens(null)
        .setUsageCachedTokens(null)
        .setTimeToFirstTokenNs(40_000_000L)
        .setTimeToFirstOutputTokenNs(40_000_000L)
        .setTimeToSecondTokenNs(10_000_000L)
        .setInterTokenLatencyPs(15_000_000_000L)
        .setRequestLatencyNs(70_000_000L)
        .setTimeToFirstTokenFromScheduleNs(40_000_000L)
        .setRequestLatencyFromScheduleNs(70_000_000L)
        .setClientOverheadNs(0L)
        .setSendLagNs(0L)
        .setConnectTimeNs(null)
        .setOutputSequenceLength(3)
        .setOutputTokenThroughputPerUserMillionths(66_666_667L)
        .setPrefillThroughputPerUserMillionths(250_000_000L)
        .setGood(null);
  }
}
