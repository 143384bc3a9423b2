package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.types.BinaryTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A message from the lane stage to the run stage about one lane. The body must not be modified.
 *
 * @param partSeq number of the message in its lane, from 0 without gaps; otherwise the run stage
 *     fails
 * @param sliceIndex slice of {@link Kind#PART} and {@link Kind#GPU_PART}; else -1
 * @param epochNanos the frontier, in the kinds that have one
 * @param body content, depending on the kind
 */
@SuppressWarnings("ArrayRecordComponent") // Messages are never compared.
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

  /**
   * Kinds of messages. The stored format contains the ordinal, so constants may only be appended.
   */
  public enum Kind {
    /** A coordinator's lane started. */
    COORDINATOR_STARTED,
    /** The lane is complete up to {@code epochNanos}. */
    PROGRESS,
    /** The lane's part of a slice: a {@code SlicePart}. */
    PART,
    /** A sampler's part of a slice: {@code GpuParts}. */
    GPU_PART,
    /** {@code wire.RunStarted} of the coordinator, with the bytes from the log. */
    RUN_STARTED,
    /** {@code wire.LaneJoined} of the coordinator, with the bytes from the log. */
    LANE_JOINED,
    /**
     * {@code wire.Stop} of the coordinator, with the bytes from the log; {@code epochNanos} is the
     * coordinator's last frontier before it.
     */
    STOP,
    /** The lane ended or is lost: a {@link LaneEnding}. */
    LANE_ENDED,
    /** The run is closed for this lane; no message follows. */
    CLOSED,
    /** {@code wire.Mark} of the coordinator, with the bytes from the log. */
    MARK
  }
}
