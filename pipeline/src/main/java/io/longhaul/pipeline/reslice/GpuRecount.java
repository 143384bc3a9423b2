package io.longhaul.pipeline.reslice;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunRow;
import io.longhaul.pipeline.lane.RecountedGpus;
import io.longhaul.pipeline.row.GpuSliceRows;
import io.longhaul.pipeline.row.SlicePower;
import io.longhaul.pipeline.row.SliceSpan;
import io.longhaul.pipeline.slice.GpuKey;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.sinks.compact.RowFiles;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the samples of GPUs into slices that are shorter than those of the run, and writes
 * their rows. Failed scrapes are known per slice of the run; they count in its first part. For one
 * thread.
 */
final class GpuRecount {
  private final RunRow run;
  private final SliceClock clock;
  private final long slices;
  private final Map<Long, SlicePower> powers;
  private final RowFiles<GpuSliceRow> out;

  /** By name: lanes are merged in this order. */
  private final Map<String, CountedLane> lanes = new TreeMap<>();

  private final Map<Long, Map<GpuKey, Long>> failedScrapes = new HashMap<>();
  private final GpuSlices totals = new GpuSlices();
  private long nextSlice;

  /** A lane and the number of its samples that are still to come. */
  private static final class CountedLane {
    final RecountedGpus gpus;
    long left;

    /** Null if it is unknown, because the lane was lost. */
    @Nullable Long endEpochNanos;

    CountedLane(RecountedGpus gpus, long left) {
      this.gpus = gpus;
      this.left = left;
    }

    void add(GpuSampleRow row) {
      gpus.add(row);
      left--;
      if (left == 0) {
        long at = row.getAtEpochNs();
        gpus.end(endEpochNanos == null ? at : Math.max(at, endEpochNanos));
      }
    }

    boolean isCompleteIn(long slice) {
      return left == 0 || gpus.firstOpenSlice() > slice;
    }
  }

  /**
   * @param sampled lanes of the samples that will be added
   * @param powers receives power and energy by slice
   * @param out receives the rows
   */
  GpuRecount(
      RunRow run,
      SliceClock clock,
      SampleLanes sampled,
      Map<Long, SlicePower> powers,
      RowFiles<GpuSliceRow> out) {
    this.run = run;
    this.clock = clock;
    this.slices = clock.slicesUntil(run.getRunEndEpochNs());
    this.powers = powers;
    this.out = out;
    sampled
        .rows()
        .forEach(
            (lane, rows) ->
                lanes.put(
                    lane,
                    new CountedLane(
                        new RecountedGpus(run.getRunId(), lane, clock, sampled.intervalNanos()),
                        rows)));
    for (LaneEnd lane : run.getLanes()) {
      CountedLane counted = lanes.get(lane.getLaneId());
      if (counted != null) {
        counted.endEpochNanos = lane.getEndEpochNs();
      }
    }
  }

  /** Adds the failed scrapes in a row of the run; before all samples. */
  void addFailures(GpuSliceRow row, long slice) {
    if (row.getFailedScrapes() > 0) {
      failedScrapes
          .computeIfAbsent(slice, any -> new TreeMap<>())
          .merge(GpuSliceRows.key(row), row.getFailedScrapes(), Long::sum);
    }
  }

  /** Adds a sample. */
  void add(GpuSampleRow row) throws IOException {
    requireNonNull(lanes.get(row.getLaneId())).add(row);
    while (nextSlice < slices - 1
        && lanes.values().stream().allMatch(lane -> lane.isCompleteIn(nextSlice))) {
      write(nextSlice);
    }
  }

  /** Writes the remaining slices. Samples after the end of the run do not count. */
  void end() throws IOException {
    while (nextSlice < slices) {
      write(nextSlice == slices - 1 ? Long.MAX_VALUE : nextSlice);
    }
  }

  private void write(long upTo) throws IOException {
    SliceSpan span = SliceSpan.slice(run.getRunId(), clock, nextSlice, run.getRunEndEpochNs());
    long until = span.startEpochNanos() + span.coveredNanos();
    GpuSlices gpus = new GpuSlices();
    for (CountedLane lane : lanes.values()) {
      lane.gpus.removeUpTo(upTo).forEach(part -> gpus.add(part.until(until)));
    }
    failedScrapes.getOrDefault(nextSlice, Map.of()).forEach(gpus::scrapesFailed);
    for (GpuSliceRow row : GpuSliceRows.of(span, gpus)) {
      out.row(row);
    }
    if (!gpus.gpus().isEmpty()) {
      powers.put(nextSlice, SlicePower.of(gpus, span.coveredNanos()));
    }
    totals.add(gpus);
    nextSlice++;
  }

  /** Returns the aggregates of the whole run. */
  GpuSlices totals() {
    return totals;
  }
}
