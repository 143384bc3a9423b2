package io.longhaul.report.servers;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.ServerSliceRow;
import io.longhaul.sinks.servers.SeriesId;
import java.util.Arrays;
import java.util.List;

/** The aggregate of one series in a slice or in the run. Mutable, for one thread. */
final class SeriesPart {
  private long samples;
  private double valueNanos;
  private long observedNanos;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  /** The growth of each number that only grows; empty if no growth was added. */
  private double[] grown = {};

  void sampled() {
    samples++;
  }

  /** Adds a period in which a gauge had a value. */
  void hold(double value, long nanos) {
    valueNanos += value * nanos;
    observedNanos += nanos;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  /**
   * Adds growth.
   *
   * @param share fraction of the amounts to add
   */
  void grew(double[] amounts, double share) {
    if (grown.length < amounts.length) {
      grown = Arrays.copyOf(grown, amounts.length);
    }
    for (int i = 0; i < amounts.length; i++) {
      grown[i] += share * amounts[i];
    }
  }

  void add(SeriesPart next) {
    samples += next.samples;
    valueNanos += next.valueNanos;
    observedNanos += next.observedNanos;
    min = Math.min(min, next.min);
    max = Math.max(max, next.max);
    grew(next.grown, 1);
  }

  ServerSliceRow row(
      SeriesId id,
      String help,
      List<Double> bounds,
      RunSlices slices,
      long index,
      long start,
      long end) {
    boolean histogram = id.type().equals(SeriesId.HISTOGRAM) && grown.length > 2;
    boolean counter = id.type().equals(SeriesId.COUNTER) && grown.length > 0;
    return ServerSliceRow.newBuilder()
        .setRunId(slices.runId())
        .setSliceIndex(index)
        .setStartEpochNs(start)
        .setEndEpochNs(end)
        .setCoveredNs(end - start)
        .setUrl(id.url())
        .setName(id.name())
        .setType(id.type())
        .setHelp(help)
        .setLabels(id.labels())
        .setSamples(samples)
        .setGauge(
            observedNanos == 0
                ? null
                : new GaugeOverSlice(observedNanos, valueNanos / observedNanos, min, max))
        .setGrown(counter ? grown[0] : null)
        .setHistogramSum(histogram ? grown[0] : null)
        .setHistogramCount(histogram ? grown[1] : null)
        .setBucketBounds(histogram ? bounds : List.of())
        .setBucketCounts(histogram ? Arrays.stream(grown).skip(2).boxed().toList() : List.of())
        .build();
  }
}
