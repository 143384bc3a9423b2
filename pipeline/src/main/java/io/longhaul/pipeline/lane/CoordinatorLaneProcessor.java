package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.slice.StageTimes;
import io.longhaul.pipeline.state.CoordinatorState;
import io.longhaul.pipeline.types.BinaryFormat;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.MarkRules;
import io.longhaul.schema.Names;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.Mark;
import io.longhaul.wire.RunStarted;
import io.longhaul.wire.Stop;
import java.nio.ByteBuffer;

/**
 * Processes a coordinator's lane. It forwards the coordinator's events to the run stage with the
 * bytes from the log. {@code Stop} promises that no join follows, so it is held back until every
 * earlier event has arrived or is lost.
 */
final class CoordinatorLaneProcessor implements LaneProcessor {
  private static final long NO_STOP = -1;
  private static final byte[] EMPTY = {};

  private long frontierEpochNanos = LaneEnding.UNKNOWN;
  private long waitingStopSeq = NO_STOP;
  private byte[] waitingStop = EMPTY;
  private boolean isStopRead;
  private int nextMark;

  @Override
  public boolean accepts(EventKind kind) {
    return switch (kind) {
      case RUN_STARTED, LANE_JOINED, MARK, STOP -> true;
      default -> false;
    };
  }

  @Override
  public void process(Event event, LaneContext context) {
    switch (event.kind()) {
      case RUN_STARTED -> {
        validate(event, (RunStarted) event.record());
        context.sendToRun(Kind.RUN_STARTED, frontierEpochNanos, event.payload());
      }
      case LANE_JOINED -> {
        validate((LaneJoined) event.record());
        context.sendToRun(Kind.LANE_JOINED, frontierEpochNanos, event.payload());
      }
      case MARK -> process(event, (Mark) event.record(), context);
      default -> {
        event.requireNotAhead(((Stop) event.record()).getLoadEndedEpochNs());
        waitingStopSeq = event.seq();
        waitingStop = event.payload();
        isStopRead = true;
      }
    }
  }

  private void process(Event event, Mark mark, LaneContext context) {
    if (mark.getNumber() < nextMark) {
      return; // sent again
    }
    if (isStopRead) {
      throw new IllegalArgumentException("Invalid mark: it follows the stop of its run");
    }
    if (mark.getNumber() >= MarkRules.MAX_PER_RUN) {
      throw new IllegalArgumentException(
          "Cannot take mark: its lane has " + MarkRules.MAX_PER_RUN + " marks already");
    }
    event.requireNotAhead(mark.getAddedEpochNs());
    MarkRules.requireText(mark.getText());
    nextMark = mark.getNumber() + 1;
    context.sendToRun(Kind.MARK, frontierEpochNanos, event.payload());
  }

  /** Validates what the run stage relies on, here, where the event can still be rejected. */
  private static void validate(Event event, RunStarted started) {
    event.requireNotAhead(started.getRunStartEpochNs());
    new SliceClock(started.getRunStartEpochNs(), started.getPlan().getSliceDurationNs());
    LabelSets.of(started.getPlan());
    StageTimes.of(started.getPlan());
  }

  private static void validate(LaneJoined joined) {
    Names.require("lane id", joined.getLaneId());
    Names.require("process id", joined.getProcessId());
    if (joined.getLaneKind() == LaneKind.GENERATOR && joined.getPhase() == null) {
      throw new IllegalArgumentException("Invalid join: a generator's lane without a phase");
    }
  }

  @Override
  public void heartbeat(long atEpochNanos, Heartbeat heartbeat) {}

  @Override
  public void settled(long settledBelow, LaneContext context) {
    if (waitingStopSeq != NO_STOP && settledBelow > waitingStopSeq) {
      context.sendToRun(Kind.STOP, frontierEpochNanos, waitingStop);
      waitingStopSeq = NO_STOP;
      waitingStop = EMPTY;
    }
  }

  @Override
  public void advanceTo(long frontier, LaneContext context) {
    frontierEpochNanos = frontier;
    context.sendToRun(Kind.PROGRESS, frontier);
  }

  @Override
  public void ended(LaneEnded ended, LaneContext context) {}

  @Override
  public void lost(long frontier, LaneContext context) {}

  @Override
  public LaneTotals totals() {
    return LaneTotals.EMPTY;
  }

  @Override
  public CoordinatorLaneProcessor copy() {
    CoordinatorLaneProcessor copy = new CoordinatorLaneProcessor();
    copy.frontierEpochNanos = frontierEpochNanos;
    copy.waitingStopSeq = waitingStopSeq;
    copy.waitingStop = waitingStop;
    copy.isStopRead = isStopRead;
    copy.nextMark = nextMark;
    return copy;
  }

  @Override
  public CoordinatorState toState() {
    return new CoordinatorState(
        frontierEpochNanos, waitingStopSeq, ByteBuffer.wrap(waitingStop), isStopRead, nextMark);
  }

  static CoordinatorLaneProcessor ofState(CoordinatorState stored) {
    CoordinatorLaneProcessor processor = new CoordinatorLaneProcessor();
    processor.frontierEpochNanos = stored.getFrontierEpochNs();
    processor.waitingStopSeq = stored.getWaitingStopSeq();
    processor.waitingStop = BinaryFormat.copyOf(stored.getWaitingStop());
    processor.isStopRead = stored.getStopRead();
    processor.nextMark = stored.getNextMark();
    return processor;
  }
}
