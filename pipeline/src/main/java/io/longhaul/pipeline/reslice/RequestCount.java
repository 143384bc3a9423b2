package io.longhaul.pipeline.reslice;

import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.lane.RecountedLane;
import io.longhaul.pipeline.row.SlicePower;
import io.longhaul.pipeline.row.SliceRows;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.LabelSets;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.pipeline.slice.StageTimes;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.compact.RowFiles;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the requests of a run in slices, and writes the rows of the slices. For one thread. */
final class RequestCount {
  private final RunRow run;
  private final PlanFacts plan;
  private final SliceReports reports;
  private final Map<Long, SlicePower> powers;
  private final RowFiles<SliceRow> out;
  private final SliceClock clock;
  private final LabelSets labels;
  private final StageTimes stages;
  private final long slices;

  /** By name: lanes are merged in this order. */
  private final Map<String, RecountedLane> lanes = new TreeMap<>();

  private final SliceParts totals = new SliceParts();
  private long nextSlice;

  /**
   * @param reports what generators reported about themselves
   * @param powers power and energy of all GPUs, by slice
   * @param out receives the rows
   */
  RequestCount(
      RunRow run,
      PlanFacts plan,
      SliceReports reports,
      Map<Long, SlicePower> powers,
      RowFiles<SliceRow> out) {
    this.run = run;
    this.plan = plan;
    this.reports = reports;
    this.powers = powers;
    this.out = out;
    this.clock = clockOf(plan, run);
    this.labels = LabelSets.of(plan);
    this.stages = StageTimes.of(plan);
    this.slices = clock.slicesUntil(run.getRunEndEpochNs());
  }

  static SliceClock clockOf(PlanFacts plan, RunRow run) {
    return new SliceClock(run.getRunStartEpochNs(), plan.getSliceDurationNs());
  }

  /** Counts a request and returns its new row. */
  RequestRow add(RequestRow row, Map<String, String> labelsOfRow) {
    return lanes.computeIfAbsent(row.getLaneId(), any -> laneOf(row)).add(row, labelsOfRow);
  }

  private RecountedLane laneOf(RequestRow row) {
    return new RecountedLane(
        LaneStarted.newBuilder()
            .setRunId(row.getRunId())
            .setLaneId(row.getLaneId())
            .setProcessId(row.getProcessId())
            .setLaneKind(LaneKind.GENERATOR)
            .setPhase(RowPhase.WARMUP.matches(row.getPhase()) ? Phase.WARMUP : Phase.PROFILING)
            .setIncarnationEpochMs(0)
            .setAnchorEpochNs(0)
            .setAnchorErrorNs(0)
            .setPlan(plan)
            .build());
  }

  /**
   * Writes the slices that end at or before a time.
   *
   * @param epochNanos no later request starts before it
   */
  void advanceTo(long epochNanos) throws IOException {
    if (nextSlice < slices - 1 && clock.endOf(nextSlice) <= epochNanos) {
      lanes.values().forEach(lane -> lane.advanceTo(epochNanos));
      while (nextSlice < slices - 1 && clock.endOf(nextSlice) <= epochNanos) {
        write(nextSlice);
      }
    }
  }

  /** Writes the remaining slices. Facts after the end of the run count in the last one. */
  void end() throws IOException {
    lanes.values().forEach(RecountedLane::end);
    while (nextSlice < slices) {
      write(nextSlice == slices - 1 ? Long.MAX_VALUE : nextSlice);
    }
  }

  private void write(long upTo) throws IOException {
    SliceParts slice = SliceParts.emptyOf(labels.listed());
    for (RecountedLane lane : lanes.values()) {
      lane.removeUpTo(upTo).forEach(slice::addLane);
    }
    slice.everything().addReports(reports.of(nextSlice));
    SliceSpan span = SliceSpan.slice(run.getRunId(), clock, nextSlice, run.getRunEndEpochNs());
    SliceRow everything = SliceRows.of(span, slice.everything(), new GpuSlices());
    out.row(reports.judged(powers.getOrDefault(nextSlice, SlicePower.UNKNOWN).into(everything)));
    for (SliceRow ofLabelSet : ofLabelSets(span, slice)) {
      out.row(reports.judged(ofLabelSet));
    }
    totals.addSlice(slice);
    nextSlice++;
  }

  private List<SliceRow> ofLabelSets(SliceSpan span, SliceParts parts) {
    long from = span.startEpochNanos() - run.getRunStartEpochNs();
    return SliceRows.ofLabelSets(
        span, parts, labelSet -> stages.nanosWithin(labelSet, from, from + span.coveredNanos()));
  }

  private SliceSpan whole() {
    return SliceSpan.run(run.getRunId(), run.getRunStartEpochNs(), run.getRunEndEpochNs());
  }

  /** Returns the totals of all requests, without the power of GPUs. */
  SliceRow totals() {
    return SliceRows.of(whole(), totals.everything(), new GpuSlices());
  }

  /** Returns the totals of each label set. */
  List<SliceRow> labelTotals() {
    return ofLabelSets(whole(), totals);
  }

  /** Returns the number of slices. */
  long slices() {
    return slices;
  }

  /** Returns the number of rows of slices, those of label sets included. */
  long sliceRows() {
    return out.rows();
  }
}
