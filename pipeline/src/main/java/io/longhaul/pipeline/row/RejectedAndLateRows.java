package io.longhaul.pipeline.row;

import io.longhaul.export.LateRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.pipeline.source.FlatRecord;
import java.nio.ByteBuffer;

/**
 * Records that count nowhere → rows of {@code late} and {@code rejected}, with where they stood.
 */
public final class RejectedAndLateRows {
  private RejectedAndLateRows() {}

  /** What could not be read, or is no lane's. */
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
   * What a lane said behind its verdict.
   *
   * @param requestId of a fragment; empty otherwise
   * @param outcome told by a fragment; empty otherwise
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
