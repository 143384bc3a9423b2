package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.types.BinaryFormat;
import io.longhaul.pipeline.types.UnreadableStateException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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
  private static final byte VERSION = 3;

  /**
   * Returns the number of requests that the lane reported as issued but that are not in the log.
   */
  public long unseenRequests() {
    return Math.max(0, issued - requests);
  }

  byte[] toBytes() {
    return BinaryFormat.toBytes(this, LaneEnding::writeTo);
  }

  private void writeTo(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeBoolean(lost);
    out.writeUTF(reason);
    out.writeLong(startEpochNanos);
    out.writeLong(endEpochNanos);
    out.writeLong(latestFactEpochNanos);
    out.writeLong(issued);
    out.writeLong(notIssued);
    out.writeBoolean(issuedExactly);
    out.writeLong(requests);
    out.writeLong(requestsOk);
    out.writeLong(gpuSamples);
    out.writeLong(serverSamples);
    serverPages.writeTo(out);
    out.writeLong(handshakes);
    out.writeLong(ledgerRows);
    out.writeLong(events);
    out.writeLong(duplicates);
    out.writeLong(droppedDeclared);
    out.writeLong(lostEvents);
    out.writeLong(lastSeq);
    out.writeLong(clockErrorMaxNanos);
    out.writeUTF(successorLaneId);
    out.writeLong(successorFrontierEpochNanos);
  }

  public static LaneEnding ofBytes(byte[] bytes) {
    return BinaryFormat.ofBytes(bytes, LaneEnding::readFrom);
  }

  private static LaneEnding readFrom(DataInput in) throws IOException {
    UnreadableStateException.requireForm("lane ending", in.readByte(), VERSION);
    return new LaneEnding(
        in.readBoolean(),
        in.readUTF(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        ServerPages.readFrom(in),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readUTF(),
        in.readLong());
  }
}
