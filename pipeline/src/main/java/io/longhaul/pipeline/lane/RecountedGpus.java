package io.longhaul.pipeline.lane;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.pipeline.row.GpuSampleRows;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.SliceClock;
import io.longhaul.schema.EventCodecs;
import io.longhaul.sinks.Dataset;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A sampler's lane whose samples of GPUs are read from rows of {@code gpu_samples} instead of from
 * the log. They are aggregated in the same way, into other slices. Failed scrapes are not in these
 * rows. For one thread.
 */
public final class RecountedGpus {
  private final GpuAggregator gpus;
  private final LaneContext context;
  private final Output output = new Output();

  /**
   * @param clock the new slices
   * @param sampleIntervalNanos planned time between two samples of a GPU
   */
  public RecountedGpus(String runId, String laneId, SliceClock clock, long sampleIntervalNanos) {
    this.gpus = new GpuAggregator(clock, clock.runStartEpochNanos(), sampleIntervalNanos);
    this.context = new LaneContext(new EventCodecs(), output, new RunSender(runId, laneId));
  }

  /** Collects the parts of slices. */
  private static final class Output implements LaneOutput {
    private final TreeMap<Long, GpuParts> parts = new TreeMap<>();

    @Override
    public <T extends SpecificRecordBase> void row(Dataset<T> dataset, T row) {
      throw new IllegalStateException("A sample becomes no further row of " + dataset);
    }

    @Override
    public void toRun(LaneMessage message) {
      parts.put(message.sliceIndex(), GpuParts.ofBytes(message.body()));
    }
  }

  /** Adds a sample; those of a GPU come in order of time. */
  public void add(GpuSampleRow row) {
    gpus.advanceTo(row.getAtEpochNs(), context);
    gpus.sampled(row.getAtEpochNs(), GpuSampleRows.sample(row));
  }

  /** Ends the lane at a time, to which its last samples are valid at most. */
  public void end(long epochNanos) {
    gpus.advanceTo(epochNanos, context);
    gpus.end(epochNanos, context);
  }

  /** Returns the first slice of which more may come. */
  public long firstOpenSlice() {
    return gpus.firstOpenSlice();
  }

  /** Returns the parts of the slices up to an index, and removes them. */
  public List<GpuParts> removeUpTo(long slice) {
    Collection<GpuParts> due = output.parts.headMap(slice, true).values();
    List<GpuParts> removed = List.copyOf(due);
    due.clear();
    return removed;
  }
}
