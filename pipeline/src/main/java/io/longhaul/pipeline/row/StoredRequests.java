package io.longhaul.pipeline.row;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestFacts;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Ending;
import io.longhaul.wire.Planned;
import io.longhaul.wire.Transport;
import io.longhaul.wire.UsageTold;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests back from rows of {@code requests}: the inverse of {@link RequestRows}. Lane time
 * is epoch time.
 */
public final class StoredRequests {
  private StoredRequests() {}

  /**
   * Returns the request of a row.
   *
   * @param labels its label values, which replace those in the row
   */
  public static AssembledRequest of(RequestRow row, Map<String, String> labels) {
    List<Long> afterStart = row.getChunkAfterStartNs();
    long[] chunks = new long[afterStart.size()];
    long start = startOf(row);
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = start + afterStart.get(i);
    }
    Outcome outcome = Outcome.ofRow(row.getOutcome());
    return new AssembledRequest(
        RequestId.parse(row.getRequestId()),
        RequestRows.isPlanKnown(row) ? planned(row, labels) : null,
        transport(row),
        row.getFirstByteEpochNs(),
        row.getHeadersEpochNs(),
        chunks,
        row.getChunkTokens().stream().mapToInt(Integer::intValue).toArray(),
        row.getChunkReads().stream().mapToInt(Integer::intValue).toArray(),
        kinds(row, chunks.length),
        ended(row, outcome),
        outcome,
        row.getEndedEpochNs(),
        row.getIncomplete());
  }

  /** Returns the start of a request: its connection or send, else when the event loop took it. */
  public static long startOf(RequestRow row) {
    long start =
        RequestFacts.startNanos(time(row.getConnectStartedEpochNs()), time(row.getSentEpochNs()));
    return start == RequestFacts.NONE ? row.getHandedEpochNs() : start;
  }

  private static long time(@Nullable Long epochNanos) {
    return epochNanos == null ? RequestFacts.NONE : epochNanos;
  }

  private static byte[] kinds(RequestRow row, int chunks) {
    byte[] kinds = new byte[chunks];
    List<Integer> stored = row.getChunkKinds();
    for (int i = 0; i < stored.size(); i++) {
      kinds[i] = stored.get(i).byteValue();
    }
    return kinds;
  }

  private static Planned planned(RequestRow row, Map<String, String> labels) {
    return Planned.newBuilder()
        .setPlanIndex(row.getPlanIndex())
        .setEntryIndex(row.getEntryIndex())
        .setSessionId(row.getSessionId())
        .setTurnIndex(row.getTurnIndex())
        .setCorrelationId(row.getCorrelationId())
        .setModel(row.getModel())
        .setUrlIndex(row.getUrlIndex())
        .setPromptHash(row.getPromptHash())
        .setInputTokens(row.getInputTokens())
        .setRequestedInputTokens(row.getRequestedInputTokens())
        .setRequestedOutputTokens(row.getRequestedOutputTokens())
        .setScheduledAtNs(row.getScheduledEpochNs())
        .setHandedAtNs(row.getHandedEpochNs())
        .setLabels(labels)
        .setImages(row.getImages() == null ? 0 : row.getImages())
        .setAudioDurationNs(row.getAudioDurationNs() == null ? 0 : row.getAudioDurationNs())
        .build();
  }

  private static Transport transport(RequestRow row) {
    return Transport.newBuilder()
        .setConnectStartedAtNs(row.getConnectStartedEpochNs())
        .setConnectedAtNs(row.getConnectedEpochNs())
        .setSentAtNs(row.getSentEpochNs())
        .setWrittenAtNs(row.getWrittenEpochNs())
        .setConnectionReused(row.getConnectionReused())
        .setBytesSent(row.getBytesSent())
        .build();
  }

  private static Ended ended(RequestRow row, Outcome outcome) {
    return Ended.newBuilder()
        .setEnding(Ending.valueOf(outcome.name()))
        .setEndedAtNs(row.getEndedEpochNs())
        .setStatus(row.getStatus())
        .setReason(row.getReason())
        .setMessage(row.getMessage())
        .setFinishReason(row.getFinishReason())
        .setOutputTokens(row.getOutputTokens())
        .setReasoningTokens(row.getReasoningTokens())
        .setTokenCorrection(row.getTokenCorrection())
        .setUsage(
            new UsageTold(
                row.getUsagePromptTokens(),
                row.getUsageCompletionTokens(),
                row.getUsageTotalTokens(),
                row.getUsageReasoningTokens(),
                row.getUsageCachedTokens()))
        .setRetries(row.getRetries())
        .setStaleConnection(row.getStaleConnection())
        .setCancelledAtNs(row.getCancelledEpochNs())
        .setBytesReceived(row.getBytesReceived())
        .setReads(row.getReads())
        .setUtf8Replaced(row.getUtf8Replaced())
        .build();
  }
}
