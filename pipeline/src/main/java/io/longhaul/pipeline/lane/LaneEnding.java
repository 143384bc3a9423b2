package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.state.LaneEndingState;
import io.longhaul.pipeline.types.StateCodec;

/**
 * How a lane ended, and its totals.
 *
 * @param lost whether the lane ended by a verdict, or because it could not be decoded
 * @param reason reason of the loss; empty otherwise
 * @param startEpochNanos time 0 of the lane; {@link #UNKNOWN} if it was lost before it started
 * @param endEpochNanos end of the lane as it reported it, or its last frontier; {@link #UNKNOWN}
 *     without one
 * @param latestFactEpochNanos time of the latest fact of its requests; {@link #UNKNOWN} without one
 * @param issued requests that the lane sent, at least as many as {@code requests}
 * @param issuedExactly whether {@code issued} is the exact count. A lost lane may have sent more
 *     requests after its last record
 * @param requests number of rows in {@code requests}
 * @param requestsOk number of these requests with outcome {@code ok}
 * @param serverPages scrapes by page; must not be modified
 * @param successorLaneId lane of the coordinator that took over; empty otherwise
 * @param successorFrontierEpochNanos time from which the successor's lane applies
 */
public record LaneEnding(
    boolean lost,
    String reason,
    long startEpochNanos,
    long endEpochNanos,
    long latestFactEpochNanos,
    long issued,
    long notIssued,
    boolean issuedExactly,
    long requests,
    long requestsOk,
    long gpuSamples,
    long serverSamples,
    ServerPages serverPages,
    long handshakes,
    long ledgerRows,
    long events,
    long duplicates,
    long droppedDeclared,
    long lostEvents,
    long lastSeq,
    long clockErrorMaxNanos,
    String successorLaneId,
    long successorFrontierEpochNanos) {

  public static final long UNKNOWN = Long.MIN_VALUE;

  /** Encodes the message from lane to run. */
  public static final StateCodec<LaneEndingState> CODEC = new StateCodec<>(LaneEndingState.class);

  /**
   * Returns the number of requests that the lane reported as issued but that are not in the log.
   */
  public long unseenRequests() {
    return Math.max(0, issued - requests);
  }

  byte[] toBytes() {
    return CODEC.encode(toState());
  }

  private LaneEndingState toState() {
    return new LaneEndingState(
        lost,
        reason,
        startEpochNanos,
        endEpochNanos,
        latestFactEpochNanos,
        issued,
        notIssued,
        issuedExactly,
        requests,
        requestsOk,
        gpuSamples,
        serverSamples,
        serverPages.toState(),
        handshakes,
        ledgerRows,
        events,
        duplicates,
        droppedDeclared,
        lostEvents,
        lastSeq,
        clockErrorMaxNanos,
        successorLaneId,
        successorFrontierEpochNanos);
  }

  public static LaneEnding ofBytes(byte[] bytes) {
    LaneEndingState stored = CODEC.decode(bytes);
    return new LaneEnding(
        stored.getLost(),
        stored.getReason(),
        stored.getStartEpochNs(),
        stored.getEndEpochNs(),
        stored.getLatestFactEpochNs(),
        stored.getIssued(),
        stored.getNotIssued(),
        stored.getIssuedExactly(),
        stored.getRequests(),
        stored.getRequestsOk(),
        stored.getGpuSamples(),
        stored.getServerSamples(),
        ServerPages.ofState(stored.getServerPages()),
        stored.getHandshakes(),
        stored.getLedgerRows(),
        stored.getEvents(),
        stored.getDuplicates(),
        stored.getDroppedDeclared(),
        stored.getLostEvents(),
        stored.getLastSeq(),
        stored.getClockErrorMaxNs(),
        stored.getSuccessorLaneId(),
        stored.getSuccessorFrontierEpochNs());
  }
}
