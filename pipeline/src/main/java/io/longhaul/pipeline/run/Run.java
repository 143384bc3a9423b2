package io.longhaul.pipeline.run;

import io.longhaul.pipeline.lane.LaneEnding;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.row.MarkRows;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.state.RunState;
import io.longhaul.pipeline.types.BinaryFormat;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.wire.Mark;
import io.longhaul.wire.RunStarted;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * One run, from the first message of any of its lanes until the last lane is closed. It emits each
 * slice when all facts of the slice were read, and the summary when every lane has ended. Mutable;
 * the state of one key.
 */
final class Run {
  private static final byte[] EMPTY = {};

  private final String runId;
  private final RunProgress progress;

  /** Cleared when the summary was emitted. */
  private SliceMerger merger;

  /** {@code wire.RunStarted} with the bytes from the log; empty before it was read. */
  private byte[] started = EMPTY;

  private boolean summarized;
  private long markRows;

  Run(String runId) {
    this(runId, new RunProgress(), new SliceMerger());
  }

  private Run(String runId, RunProgress progress, SliceMerger merger) {
    this.runId = runId;
    this.progress = progress;
    this.merger = merger;
  }

  /**
   * Processes a message of one of the run's lanes.
   *
   * @return {@code false} if every lane is closed, so that the run's state can be deleted
   */
  boolean process(LaneMessage message, EventCodecs codecs, RunOutput out) {
    progress.process(message, codecs);
    if (message.kind() == LaneMessage.Kind.RUN_STARTED && started.length == 0) {
      started = message.body();
    }
    if (message.kind() == LaneMessage.Kind.MARK || message.kind() == LaneMessage.Kind.RUN_STARTED) {
      emitMarks(codecs, out);
    }
    if (summarized) {
      progress.forgetParts();
    } else if (canComplete(message.kind())) {
      advance(codecs, out);
    }
    return !progress.allLanesClosed();
  }

  /** A part never completes a slice: its lane's progress or end follows it. */
  private static boolean canComplete(LaneMessage.Kind kind) {
    return kind != LaneMessage.Kind.PART && kind != LaneMessage.Kind.GPU_PART;
  }

  /** Marks of a successor's lane may arrive before the start of the run. */
  private void emitMarks(EventCodecs codecs, RunOutput out) {
    if (started.length == 0 || summarized) {
      return;
    }
    SliceClock clock =
        SliceLayout.of(
                runId, (RunStarted) RunProgress.decode(EventKind.RUN_STARTED, started, codecs))
            .clock();
    progress.takeMarks(
        (laneId, payload) -> {
          Mark mark = (Mark) RunProgress.decode(EventKind.MARK, payload, codecs);
          out.mark(MarkRows.of(runId, laneId, mark, clock));
          markRows++;
        });
  }

  private void advance(EventCodecs codecs, RunOutput out) {
    Optional<RunTermination> end = progress.end(codecs);
    if (started.length == 0) {
      return; // without a start there are no slices; a run that was stopped before its start has no
      // row
      // row
    }
    RunStarted start = (RunStarted) RunProgress.decode(EventKind.RUN_STARTED, started, codecs);
    SliceLayout grid = SliceLayout.of(runId, start);
    if (end.isPresent() && progress.allLanesEnded()) {
      long runEnd = runEnd(end.get(), grid.clock());
      merger.emitRest(runEnd, grid, progress, out);
      out.run(RunSummary.of(runId, start, end.get(), runEnd, progress, merger, markRows));
      summarized = true;
      merger = new SliceMerger();
      progress.forgetParts();
      return;
    }
    long earliestEnd =
        end.map(RunTermination::earliestEndEpochNanos)
            .orElseGet(progress::coordinatorFrontierEpochNanos);
    if (earliestEnd != Long.MAX_VALUE) {
      merger.emitUntil(progress.completeEpochNanos(), earliestEnd, grid, progress, out);
    }
  }

  /** Returns the run's end: the time of the last fact that counts. */
  private long runEnd(RunTermination end, SliceClock clock) {
    long runEnd = Math.max(clock.runStartEpochNanos(), end.earliestEndEpochNanos());
    for (Map.Entry<String, JoinedLane> member : progress.joined().entrySet()) {
      if (member.getValue().isProfilingGenerator()) {
        LaneEnding ending =
            progress.lane(member.getKey()).flatMap(LaneProgress::ending).orElseThrow();
        runEnd = Math.max(runEnd, ending.latestFactEpochNanos());
      }
    }
    return runEnd;
  }

  Run copy() {
    Run copy = new Run(runId, progress.copy(), merger.copy());
    copy.started = started;
    copy.summarized = summarized;
    copy.markRows = markRows;
    return copy;
  }

  RunState toState() {
    return new RunState(
        runId,
        progress.lanesState(),
        progress.joinedState(),
        progress.refusedState(),
        merger.totals().toState(),
        merger.gpuTotals().toState(),
        merger.slices(),
        merger.sliceRows(),
        merger.gpuSliceRows(),
        ByteBuffer.wrap(started),
        summarized,
        markRows);
  }

  static Run ofState(RunState stored) {
    Run run = new Run(stored.getRunId(), RunProgress.ofState(stored), SliceMerger.ofState(stored));
    run.started = BinaryFormat.copyOf(stored.getStarted());
    run.summarized = stored.getSummarized();
    run.markRows = stored.getMarkRows();
    return run;
  }
}
