package io.longhaul.pipeline.row;

import io.longhaul.export.LateRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.pipeline.source.FlatRecord;
import java.nio.ByteBuffer;

/**
 * Converts records that do not count to rows of {@code late} and {@code rejected}, with their
 * topic, partition and offset.
 */
public final class RejectedAndLateRows {
  private RejectedAndLateRows() {}

  /** Converts a record that could not be decoded or that belongs to no open lane. */
  public static RejectedRow rejected(FlatRecord record, String reason) {
    return RejectedRow.newBuilder()
        .setRunId(record.runId())
        .setLaneId(record.laneId())
        .setKind(record.kind())
        .setSeq(record.seq())
        .setTopic(record.topic())
        .setPartition(record.partition())
        .setOffset(record.offset())
        .setAppendEpochMs(record.appendTimeMillis())
        .setReason(reason)
        .setKey(ByteBuffer.wrap(record.key()))
        .setPayload(ByteBuffer.wrap(record.payload()))
        .build();
  }

  /**
   * Converts a record that follows its lane's verdict.
   *
   * @param requestId request of a fragment; empty otherwise
   * @param outcome outcome in a fragment; empty otherwise
   */
  public static LateRow late(FlatRecord record, String requestId, String outcome) {
    return LateRow.newBuilder()
        .setRunId(record.runId())
        .setLaneId(record.laneId())
        .setKind(record.kind())
        .setSeq(record.seq())
        .setTopic(record.topic())
        .setPartition(record.partition())
        .setOffset(record.offset())
        .setAppendEpochMs(record.appendTimeMillis())
        .setRequestId(requestId)
        .setOutcome(outcome)
        .setPayload(ByteBuffer.wrap(record.payload()))
        .build();
  }
}
