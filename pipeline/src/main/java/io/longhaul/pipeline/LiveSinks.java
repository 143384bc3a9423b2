package io.longhaul.pipeline;

import io.longhaul.export.RejectedRow;
import io.longhaul.export.SliceRow;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;

/**
 * Optional sinks for live views of a run, in addition to the lake. They give no delivery guarantee,
 * because a view must never delay or fail a checkpoint.
 */
public final class LiveSinks {
  /** No live views. */
  public static final LiveSinks NONE = new LiveSinks(null, null);

  private final Sink<SliceRow> slices;
  private final Sink<RejectedRow> rejected;

  private LiveSinks(Sink<SliceRow> slices, Sink<RejectedRow> rejected) {
    this.slices = slices;
    this.rejected = rejected;
  }

  /** Returns these sinks with one for finished slices. */
  public LiveSinks withSlices(Sink<SliceRow> sink) {
    return new LiveSinks(sink, rejected);
  }

  /** Returns these sinks with one for rejected records. */
  public LiveSinks withRejected(Sink<RejectedRow> sink) {
    return new LiveSinks(slices, sink);
  }

  Optional<Sink<SliceRow>> slices() {
    return Optional.ofNullable(slices);
  }

  Optional<Sink<RejectedRow>> rejected() {
    return Optional.ofNullable(rejected);
  }
}
