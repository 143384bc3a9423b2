package io.longhaul.report.servers;

import io.longhaul.export.ServerSampleRow;
import java.util.List;
import java.util.Map;

/** Readings at whole seconds of an epoch of our own; each holds for 3 seconds. */
final class SampleRows {
  static final long SECOND = 1_000_000_000L;

  private SampleRows() {}

  static ServerSampleRow value(double seconds, String name, String type, double value) {
    return row(seconds, name, type).setValue(value).build();
  }

  static ServerSampleRow gauge(double seconds, double value) {
    return value(seconds, "g", "gauge", value);
  }

  static ServerSampleRow counter(double seconds, double value) {
    return value(seconds, "c_total", "counter", value);
  }

  static ServerSampleRow histogram(
      double seconds, double sum, List<Double> bounds, List<Double> counts) {
    return row(seconds, "h", "histogram")
        .setHistogramSum(sum)
        .setHistogramCount(counts.get(counts.size() - 1))
        .setBucketBounds(bounds)
        .setBucketCounts(counts)
        .build();
  }

  private static ServerSampleRow.Builder row(double seconds, String name, String type) {
    long at = Math.round(seconds * SECOND);
    return ServerSampleRow.newBuilder()
        .setRunId("run")
        .setLaneId("s0")
        .setAtEpochNs(at)
        .setUncertaintyNs(1_000_000)
        .setUrl("http://server/metrics")
        .setSliceIndex(0)
        .setHoldsUntilEpochNs(at + 3 * SECOND)
        .setName(name)
        .setType(type)
        .setHelp("")
        .setLabels(Map.of())
        .setValue(null)
        .setHistogramSum(null)
        .setHistogramCount(null)
        .setBucketBounds(List.of())
        .setBucketCounts(List.of());
  }
}
