package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.types.BinaryTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * What the lane stage tells the run stage about one lane. Nobody writes to the body.
 *
 * @param partSeq counts a lane's messages from 0 without a gap: the run stage fails loudly
 *     otherwise
 * @param sliceIndex of {@link Kind#PART} and {@link Kind#GPU_PART}; else -1
 * @param epochNanos the frontier, in the kinds that have one
 * @param body as the kind says
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes on their way; messages are never compared.
public record LaneMessage(
    String runId,
    String laneId,
    Kind kind,
    long partSeq,
    long sliceIndex,
    long epochNanos,
    byte[] body) {

  public static final long NO_SLICE = -1;

  public static final TypeInformation<LaneMessage> TYPE =
      new BinaryTypeInfo<>(LaneMessage.class, new LaneMessageSerializer());

  /** What is told. The order is that of the stored form: only append. */
  public enum Kind {
    /** A coordinator's lane began: it speaks for the run. */
    COORDINATOR_STARTED,
    /** The lane is complete up to {@code epochNanos}. */
    PROGRESS,
    /** The lane's part of a slice: a {@code SlicePart}. */
    PART,
    /** A sampler's part of a slice: {@code GpuParts}. */
    GPU_PART,
    /** In the coordinator's words: {@code wire.RunStarted} as it stood in the log. */
    RUN_STARTED,
    /** In the coordinator's words: {@code wire.LaneJoined} as it stood in the log. */
    LANE_JOINED,
    /**
     * In the coordinator's words: {@code wire.Stop} as it stood in the log; {@code epochNanos} is
     * the coordinator's last frontier before it.
     */
    STOP,
    /** The lane ended or is lost: a {@link LaneEnding}. */
    LANE_ENDED,
    /** The run is closed for this lane; nothing more comes. */
    CLOSED
  }
}
