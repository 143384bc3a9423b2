package io.longhaul.pipeline.run;

import io.longhaul.pipeline.lane.LaneEnding;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.pipeline.state.LaneProgressState;
import io.longhaul.pipeline.state.OpenGpuSliceState;
import io.longhaul.pipeline.state.WaitingSliceState;
import io.longhaul.pipeline.types.BinaryFormat;
import io.longhaul.pipeline.types.ConvertedList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The run stage's state of one lane. Parts of slices are stored as received and unpacked once, when
 * their slice is emitted. Mutable; part of a {@link Run}.
 */
final class LaneProgress {
  static final long NO_FRONTIER = LaneEnding.UNKNOWN;
  private static final byte[] EMPTY = {};

  private long nextPartSeq;
  private boolean coordinator;
  private long frontierEpochNanos = NO_FRONTIER;
  private byte[] ending = EMPTY;
  private byte[] stop = EMPTY;
  private long frontierAtStop = NO_FRONTIER;
  private boolean closed;

  /** Slice index → {@code SlicePart}. */
  private final TreeMap<Long, byte[]> parts = new TreeMap<>();

  /** Slice index → {@code GpuParts}. */
  private final TreeMap<Long, byte[]> gpuParts = new TreeMap<>();

  /** {@code wire.Mark} with the bytes from the log, each. */
  private final List<byte[]> marks = new ArrayList<>();

  /**
   * Processes the lane's next message.
   *
   * @throws IllegalStateException if a message between the stages is missing or duplicated
   */
  void process(LaneMessage message) {
    if (message.partSeq() != nextPartSeq) {
      throw new IllegalStateException(
          "Cannot merge lane %s: received message %d, expected %d (internal error)"
              .formatted(message.laneId(), message.partSeq(), nextPartSeq));
    }
    nextPartSeq++;
    switch (message.kind()) {
      case COORDINATOR_STARTED -> coordinator = true;
      case PROGRESS -> frontierEpochNanos = Math.max(frontierEpochNanos, message.epochNanos());
      case PART -> parts.put(message.sliceIndex(), message.body());
      case GPU_PART -> gpuParts.put(message.sliceIndex(), message.body());
      case STOP -> {
        stop = message.body();
        frontierAtStop = message.epochNanos();
      }
      case LANE_ENDED -> ending = message.body();
      case CLOSED -> closed = true;
      case RUN_STARTED, LANE_JOINED -> coordinator = true;
      case MARK -> marks.add(message.body());
    }
  }

  /** Records that this is a coordinator's lane, before any of its messages has arrived. */
  void expectCoordinator() {
    coordinator = true;
  }

  boolean isCoordinator() {
    return coordinator;
  }

  long frontierEpochNanos() {
    return frontierEpochNanos;
  }

  boolean hasEnded() {
    return ending.length > 0;
  }

  Optional<LaneEnding> ending() {
    return hasEnded() ? Optional.of(LaneEnding.ofBytes(ending)) : Optional.empty();
  }

  boolean hasStop() {
    return stop.length > 0;
  }

  /** Returns {@code wire.Stop} with the bytes from the log. */
  byte[] stop() {
    return stop;
  }

  /** Returns the coordinator's last frontier before its stop. */
  long frontierAtStop() {
    return frontierAtStop;
  }

  boolean isClosed() {
    return closed;
  }

  /** Returns the parts of slices; the caller may remove them. */
  NavigableMap<Long, byte[]> parts() {
    return parts;
  }

  /** Returns the parts of GPU slices; the caller may remove them. */
  NavigableMap<Long, byte[]> gpuParts() {
    return gpuParts;
  }

  /** Removes and returns the marks, {@code wire.Mark} with the bytes from the log. */
  List<byte[]> takeMarks() {
    List<byte[]> taken = List.copyOf(marks);
    marks.clear();
    return taken;
  }

  /** Removes all parts and marks, because they are no longer needed. */
  void forgetParts() {
    marks.clear();
    parts.clear();
    gpuParts.clear();
  }

  LaneProgress copy() {
    LaneProgress copy = new LaneProgress();
    copy.nextPartSeq = nextPartSeq;
    copy.coordinator = coordinator;
    copy.frontierEpochNanos = frontierEpochNanos;
    copy.ending = ending;
    copy.stop = stop;
    copy.frontierAtStop = frontierAtStop;
    copy.closed = closed;
    copy.parts.putAll(parts);
    copy.gpuParts.putAll(gpuParts);
    copy.marks.addAll(marks);
    return copy;
  }

  LaneProgressState toState(String laneId) {
    return new LaneProgressState(
        laneId,
        nextPartSeq,
        coordinator,
        frontierEpochNanos,
        hasEnded() ? LaneEnding.CODEC.decode(ending) : null,
        ByteBuffer.wrap(stop),
        frontierAtStop,
        closed,
        ConvertedList.of(
            parts.entrySet(),
            part -> new WaitingSliceState(part.getKey(), SliceParts.CODEC.decode(part.getValue()))),
        ConvertedList.of(
            gpuParts.entrySet(),
            part -> new OpenGpuSliceState(part.getKey(), GpuParts.CODEC.decode(part.getValue()))),
        ConvertedList.of(marks, ByteBuffer::wrap));
  }

  static LaneProgress ofState(LaneProgressState stored) {
    LaneProgress lane = new LaneProgress();
    lane.nextPartSeq = stored.getNextPartSeq();
    lane.coordinator = stored.getCoordinator();
    lane.frontierEpochNanos = stored.getFrontierEpochNs();
    lane.ending = stored.getEnding() == null ? EMPTY : LaneEnding.CODEC.encode(stored.getEnding());
    lane.stop = BinaryFormat.copyOf(stored.getStop());
    lane.frontierAtStop = stored.getFrontierAtStopEpochNs();
    lane.closed = stored.getClosed();
    for (WaitingSliceState slice : stored.getSlices()) {
      lane.parts.put(slice.getSliceIndex(), SliceParts.CODEC.encode(slice.getPart()));
    }
    for (OpenGpuSliceState slice : stored.getGpuSlices()) {
      lane.gpuParts.put(slice.getSliceIndex(), GpuParts.CODEC.encode(slice.getParts()));
    }
    stored.getMarks().forEach(mark -> lane.marks.add(BinaryFormat.copyOf(mark)));
    return lane;
  }
}
