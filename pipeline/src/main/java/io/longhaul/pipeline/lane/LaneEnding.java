package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.types.UnreadableStateException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * How a lane ended, and what it amounts to.
 *
 * @param lost by a verdict, or because it cannot be understood
 * @param reason of a loss; empty otherwise
 * @param startEpochNanos the lane's time 0; {@link #UNKNOWN} when it was lost before it began
 * @param endEpochNanos where it ends by its own word, or its last frontier; {@link #UNKNOWN}
 *     without
 * @param latestFactEpochNanos of its requests; {@link #UNKNOWN} without one
 * @param issued requests that the lane sent, at least as many as {@code requests}
 * @param issuedExactly whether {@code issued} is the exact count. A lost lane may have sent more
 *     after its last record
 * @param requests rows of requests
 * @param requestsOk of them, those that ended well
 * @param serverPages only to be read
 * @param successorLaneId of a coordinator that was taken over; empty otherwise
 * @param successorFrontierEpochNanos from where the successor speaks
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

  /** Requests that the lane said it issued and of which no fragment was read. */
  public long unseenRequests() {
    return Math.max(0, issued - requests);
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory has no I/O to fail
    }
    return bytes.toByteArray();
  }

  public static LaneEnding ofBytes(byte[] bytes) {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    try {
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
    } catch (IOException e) {
      throw new UncheckedIOException(e); // written by this job
    }
  }
}
