package io.longhaul.pipeline;

import io.longhaul.export.RejectedRow;
import io.longhaul.export.SliceRow;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;

/**
 * Who looks on while a run goes on, beside the lake. Sinks without a guarantee: they must never
 * hold up or fail a checkpoint.
 */
public final class LiveSinks {
  /** Nobody looks on. */
  public static final LiveSinks NONE = new LiveSinks(null, null);

  private final Sink<SliceRow> slices;
  private final Sink<RejectedRow> rejected;

  private LiveSinks(Sink<SliceRow> slices, Sink<RejectedRow> rejected) {
    this.slices = slices;
    this.rejected = rejected;
  }

  /** Finished slices go there, too. */
  public LiveSinks withSlices(Sink<SliceRow> sink) {
    return new LiveSinks(sink, rejected);
  }

  /** What could not be read goes there, too. */
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
