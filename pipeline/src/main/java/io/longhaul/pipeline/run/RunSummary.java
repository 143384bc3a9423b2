package io.longhaul.pipeline.run;

import io.longhaul.export.DatasetCount;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.Objective;
import io.longhaul.export.RunGenerator;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.lane.LaneEnding;
import io.longhaul.pipeline.lane.ServerPages;
import io.longhaul.pipeline.row.EnumNames;
import io.longhaul.pipeline.row.GpuSliceRows;
import io.longhaul.pipeline.row.SliceRows;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.sinks.Dataset;
import io.longhaul.wire.GeneratorFacts;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunStarted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Builds a run's row: the totals of its slices, how its lanes ended, and which data are missing.
 * The row is built once, when every lane has ended; later rows in {@code late} do not change it.
 */
final class RunSummary {
  private static final String COMPLETE = "complete";
  private static final String INCOMPLETE = "incomplete";

  private final RunStarted started;
  private final RunTermination end;
  private final long runEndEpochNanos;
  private final List<LaneEnd> lanes = new ArrayList<>();
  private final List<String> incompleteReasons = new ArrayList<>();
  private final List<LaneEnding> endings = new ArrayList<>();
  private final List<LaneEnding> profiling = new ArrayList<>();
  private final List<LaneEnding> warmup = new ArrayList<>();
  private final ServerPages serverPages = new ServerPages();

  private RunSummary(RunStarted started, RunTermination end, long runEndEpochNanos) {
    this.started = started;
    this.end = end;
    this.runEndEpochNanos = runEndEpochNanos;
  }

  /**
   * Returns the run's row. All lanes must have ended and all slices must have been merged.
   *
   * @param markRows number of rows in {@code marks}
   */
  static RunRow of(
      String runId,
      RunStarted started,
      RunTermination end,
      long runEndEpochNanos,
      RunProgress progress,
      SliceMerger merged,
      long markRows) {
    RunSummary summary = new RunSummary(started, end, runEndEpochNanos);
    if (end.coordinatorLost()) {
      summary.incompleteReasons.add("the coordinator was lost before it could say stop");
    }
    if (progress.refusedLanes() > 0) {
      summary.incompleteReasons.add(
          "%d lanes were refused: a run has at most %d"
              .formatted(progress.refusedLanes(), RunProgress.MAX_LANES));
    }
    for (Map.Entry<String, JoinedLane> member : progress.joined().entrySet()) {
      LaneEnding ending =
          progress.lane(member.getKey()).flatMap(LaneProgress::ending).orElseThrow();
      summary.add(member.getKey(), member.getValue(), ending);
    }
    return summary.row(runId, merged, markRows);
  }

  private void add(String laneId, JoinedLane lane, LaneEnding ending) {
    endings.add(ending);
    serverPages.add(ending.serverPages());
    if (lane.isProfilingGenerator()) {
      profiling.add(ending);
    }
    if (lane.isWarmup()) {
      warmup.add(ending);
    }
    addProblems(laneId, ending);
    if (lane.isGenerator() && !ending.issuedExactly()) {
      incompleteReasons.add(
          "lane " + laneId + " may have sent more requests after its last record in the log");
    }
    lanes.add(laneEnd(laneId, lane, ending));
  }

  private static long sum(List<LaneEnding> endings, ToLongFunction<LaneEnding> figure) {
    return endings.stream().mapToLong(figure).sum();
  }

  private void addProblems(String laneId, LaneEnding ending) {
    if (ending.lost()) {
      incompleteReasons.add("lane " + laneId + " was lost: " + ending.reason());
    }
    if (ending.lostEvents() > 0) {
      incompleteReasons.add("lane " + laneId + " lost " + ending.lostEvents() + " events");
    }
    if (ending.droppedDeclared() > 0) {
      incompleteReasons.add("lane " + laneId + " dropped " + ending.droppedDeclared() + " events");
    }
    if (ending.unseenRequests() > 0) {
      incompleteReasons.add(
          "lane %s sent %s requests of which the log has no record"
              .formatted(laneId, ending.unseenRequests()));
    }
  }

  private static LaneEnd laneEnd(String laneId, JoinedLane lane, LaneEnding ending) {
    boolean began = ending.startEpochNanos() != LaneEnding.UNKNOWN;
    boolean endKnown = ending.endEpochNanos() != LaneEnding.UNKNOWN;
    return LaneEnd.newBuilder()
        .setLaneId(laneId)
        .setProcessId(lane.processId())
        .setLaneKind(lane.kind())
        .setPhase(lane.phase())
        .setEnd(ending.lost() ? "lost" : "ended")
        .setReason(ending.lost() ? ending.reason() : null)
        .setStartEpochNs(began ? ending.startEpochNanos() : lane.joinsEpochNanos())
        .setEndEpochNs(endKnown ? ending.endEpochNanos() : null)
        .setIssued(ending.issued())
        .setUnseenRequests(ending.unseenRequests())
        .setEvents(ending.events())
        .setDuplicates(ending.duplicates())
        .setDroppedDeclared(ending.droppedDeclared())
        .setLostEvents(ending.lostEvents())
        .setLastSeq(ending.lastSeq())
        .setClockErrorMaxNs(ending.clockErrorMaxNanos())
        .setIssuedExact(ending.issuedExactly())
        .build();
  }

  private RunRow row(String runId, SliceMerger merged, long markRows) {
    PlanFacts plan = started.getPlan();
    SliceLayout grid = SliceLayout.of(runId, started);
    SliceSpan span = grid.spanOfRun(runEndEpochNanos);
    SliceRow totals = SliceRows.of(span, merged.totals().everything(), merged.gpuTotals());
    return RunRow.newBuilder()
        .setRunId(runId)
        .setToolVersion(started.getToolVersion())
        .setConfigurationJson(started.getConfigurationJson())
        .setRunStartEpochNs(started.getRunStartEpochNs())
        .setRunEndEpochNs(runEndEpochNanos)
        .setLoadEndedEpochNs(Math.max(end.loadEndedEpochNanos(), started.getRunStartEpochNs()))
        .setSliceDurationNs(plan.getSliceDurationNs())
        .setSlices(merged.slices())
        .setStopReason(end.reason())
        .setStopCondition(end.stopCondition())
        .setStatus(incompleteReasons.isEmpty() ? COMPLETE : INCOMPLETE)
        .setIncompleteBecause(incompleteReasons)
        .setPlannedRequests(started.getPlannedRequests())
        .setIssued(sum(profiling, LaneEnding::issued))
        .setNotIssued(sum(profiling, LaneEnding::notIssued))
        .setUnseenRequests(sum(profiling, LaneEnding::unseenRequests))
        .setTotals(withLaneCount(totals))
        .setLabelTotals(
            SliceRows.ofLabelSets(
                    span, merged.totals(), labelSet -> grid.coveredNanos(labelSet, span))
                .stream()
                .map(this::withLaneCount)
                .toList())
        .setGpuTotals(GpuSliceRows.of(span, merged.gpuTotals()))
        .setServerPages(serverPages.rows())
        .setWarmupRequests(sum(warmup, LaneEnding::requests))
        .setWarmupOk(sum(warmup, LaneEnding::requestsOk))
        .setLanes(lanes)
        .setRows(rowCounts(merged, markRows))
        .setTokenSource(EnumNames.of(plan.getTokenSource()))
        .setEndpointType(plan.getEndpointType())
        .setStreaming(plan.getStreaming())
        .setObjectives(
            plan.getSlos().stream()
                .map(slo -> new Objective(slo.getTag(), slo.getThreshold()))
                .toList())
        .setFixedSchedule(plan.getFixedSchedule())
        .setGenerators(started.getGenerators().stream().map(RunSummary::generator).toList())
        .build();
  }

  private static RunGenerator generator(GeneratorFacts facts) {
    return RunGenerator.newBuilder()
        .setProcessId(facts.getProcessId())
        .setName(facts.getName())
        .setHostname(facts.getHostname())
        .setToolVersion(facts.getToolVersion())
        .setClockOffsetNs(facts.getClockOffsetNs())
        .setClockOffsetErrorNs(facts.getClockOffsetErrorNs())
        .build();
  }

  private SliceRow withLaneCount(SliceRow totals) {
    return SliceRow.newBuilder(totals).setGeneratorLanes(profiling.size()).build();
  }

  /**
   * Returns the number of rows by dataset. Rows of lost lanes in {@code late} are not included,
   * because their number is not yet known.
   */
  private List<DatasetCount> rowCounts(SliceMerger merged, long markRows) {
    List<DatasetCount> counts = new ArrayList<>();
    Collections.addAll(
        counts,
        new DatasetCount(Dataset.RUNS.name(), 1L),
        new DatasetCount(Dataset.SLICES.name(), merged.sliceRows()),
        new DatasetCount(Dataset.REQUESTS.name(), sum(endings, LaneEnding::requests)),
        new DatasetCount(Dataset.GPU_SLICES.name(), merged.gpuSliceRows()),
        new DatasetCount(Dataset.GPU_SAMPLES.name(), sum(endings, LaneEnding::gpuSamples)),
        new DatasetCount(Dataset.SERVER_SAMPLES.name(), sum(endings, LaneEnding::serverSamples)),
        new DatasetCount(Dataset.HANDSHAKES.name(), sum(endings, LaneEnding::handshakes)),
        new DatasetCount(Dataset.LEDGER.name(), sum(endings, LaneEnding::ledgerRows)));
    if (markRows > 0) { // a run without marks has the same row as in release 0.1.0
      counts.add(new DatasetCount(Dataset.MARKS.name(), markRows));
    }
    return counts;
  }
}
