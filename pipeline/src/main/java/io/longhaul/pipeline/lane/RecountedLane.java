package io.longhaul.pipeline.lane;

import io.longhaul.export.RequestRow;
import io.longhaul.pipeline.row.StoredRequests;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.schema.EventCodecs;
import io.longhaul.sinks.Dataset;
import io.longhaul.wire.LaneStarted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A generator's lane whose requests are read from rows of {@code requests} instead of from the log.
 * They are counted in the same way, with other slices, SLOs or labels. What the generator reported
 * about itself is not in these rows. For one thread.
 */
public final class RecountedLane {
  private final GeneratorLaneProcessor processor;
  private final LaneContext context;
  private final Output output = new Output();

  /**
   * @param started the lane and the plan by which its requests are counted; its anchor is 0,
   *     because the times of rows are those of the epoch
   */
  public RecountedLane(LaneStarted started) {
    this.processor = new GeneratorLaneProcessor(LaneMetadata.of(started));
    this.context =
        new LaneContext(
            new EventCodecs(), output, new RunSender(started.getRunId(), started.getLaneId()));
  }

  /** Collects what the processor emits. */
  private static final class Output implements LaneOutput {
    private final List<RequestRow> rows = new ArrayList<>();
    private final TreeMap<Long, SliceParts> parts = new TreeMap<>();

    @Override
    public <T extends SpecificRecordBase> void row(Dataset<T> dataset, T row) {
      rows.add(Dataset.REQUESTS.rowClass().cast(row));
    }

    @Override
    public void toRun(LaneMessage message) {
      if (message.kind() == LaneMessage.Kind.PART) {
        parts.put(message.sliceIndex(), SliceParts.ofBytes(message.body()));
      }
    }
  }

  /**
   * Counts a request.
   *
   * @param labels its label values
   * @return its row with the new slice, evaluation and labels
   */
  public RequestRow add(RequestRow row, Map<String, String> labels) {
    processor.process(StoredRequests.of(row, labels), row.getSkewed(), context);
    return output.rows.remove(output.rows.size() - 1);
  }

  /** Completes the slices that end at or before a time, before which no later request starts. */
  public void advanceTo(long frontierEpochNanos) {
    processor.advanceTo(frontierEpochNanos, context);
  }

  /** Completes all slices. */
  public void end() {
    processor.flush(context);
  }

  /** Returns the parts of the completed slices up to an index, and removes them. */
  public List<SliceParts> removeUpTo(long slice) {
    Collection<SliceParts> due = output.parts.headMap(slice, true).values();
    List<SliceParts> removed = List.copyOf(due);
    due.clear();
    return removed;
  }
}
