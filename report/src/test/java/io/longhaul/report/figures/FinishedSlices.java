package io.longhaul.report.figures;

import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;

/** Creates finished slices of 1 s. */
public final class FinishedSlices {
  public static final long RUN_START_EPOCH_NS = TimeUnit.SECONDS.toNanos(1_800_000_000);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private FinishedSlices() {}

  /** Creates a slice with one valid response for each latency, and one error. */
  public static SliceRow aSlice(long index, long... latenciesMillis) {
    SliceRow slice = new SliceRow();
    slice.put("run_id", "run-1");
    slice.put("slice_index", index);
    slice.put("label_set", "");
    slice.put("start_epoch_ns", RUN_START_EPOCH_NS + index * SECOND);
    slice.put("end_epoch_ns", RUN_START_EPOCH_NS + (index + 1) * SECOND);
    slice.put("covered_ns", SECOND);
    slice.put("requests_sent", latenciesMillis.length + 1L);
    slice.put("requests_ended", latenciesMillis.length + 1L);
    slice.put("requests_ok", (long) latenciesMillis.length);
    slice.put("valid_requests", (long) latenciesMillis.length);
    slice.put("http_errors", 1L);
    slice.put("in_flight_request_ns", 2 * SECOND);
    slice.put("trusted", true);
    slice.put("distrust", List.of());
    slice.put("distrust_causes", List.of());
    slice.put("errors", List.of());
    slice.put("request_latency_ns", latency(latenciesMillis));
    return slice;
  }

  /** Returns a slice with the same values, of which only the slice itself is copied. */
  public static SliceRow copyOf(SliceRow slice) {
    SliceRow copy = new SliceRow();
    for (Schema.Field column : SliceRow.getClassSchema().getFields()) {
      copy.put(column.pos(), slice.get(column.pos()));
    }
    return copy;
  }

  private static Distribution latency(long... millis) {
    io.longhaul.metrics.stats.Distribution all = Metric.REQUEST_LATENCY.newDistribution();
    for (long each : millis) {
      all.add(TimeUnit.MILLISECONDS.toNanos(each));
    }
    return Distribution.newBuilder()
        .setCount(all.count())
        .setSum(all.sum().longValueExact())
        .setMin(all.min())
        .setMax(all.max())
        .setMean(all.mean())
        .setStd(all.standardDeviation())
        .setP1(all.percentile(1))
        .setP5(all.percentile(5))
        .setP10(all.percentile(10))
        .setP25(all.percentile(25))
        .setP50(all.percentile(50))
        .setP75(all.percentile(75))
        .setP90(all.percentile(90))
        .setP95(all.percentile(95))
        .setP99(all.percentile(99))
        .setP999(all.percentile(99.9))
        .setSumOfSquares(ByteBuffer.wrap(all.tally().sumOfSquares().toByteArray()))
        .setHistogram(ByteBuffer.wrap(all.toHdrHistogramBytes()))
        .build();
  }
}
