package io.longhaul.pipeline;

import io.longhaul.export.RejectedRow;
import io.longhaul.export.SliceRow;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;

/**
 * Optional sinks for live views of a run, in addition to the lake. They give no delivery guarantee,
 * because a view must never delay or fail a checkpoint.
 */
public record LiveSinks(Optional<Sink<SliceRow>> slices, Optional<Sink<RejectedRow>> rejected) {
  /** No live views. */
  public static final LiveSinks NONE = new LiveSinks(Optional.empty(), Optional.empty());

  /** Returns these sinks with one for finished slices. */
  public LiveSinks withSlices(Sink<SliceRow> sink) {
    return new LiveSinks(Optional.of(sink), rejected);
  }

  /** Returns these sinks with one for rejected records. */
  public LiveSinks withRejected(Sink<RejectedRow> sink) {
    return new LiveSinks(slices, Optional.of(sink));
  }
}
