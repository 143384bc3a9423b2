package io.longhaul.cli.dashboard;

import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.SliceFigures;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a finished slice that the dashboard shows, in display units; NaN for a figure that
 * the slice does not have.
 *
 * @param distrust why the slice cannot be trusted; empty if it can
 * @param latencies percentiles in milliseconds
 * @param tokensPerSecond output tokens by arrival
 * @param goodput good requests per second
 * @param goodShare good requests divided by completed ones, 0 to 1
 * @param inFlight mean number of requests in flight
 * @param waiting maximum number of requests that were due and not sent yet
 * @param gpuWatts total mean power of all GPUs
 */
record SlicePoint(
    long index,
    List<String> distrust,
    Map<Metric, Percentiles> latencies,
    double requestsPerSecond,
    double tokensPerSecond,
    double goodput,
    double goodShare,
    long errors,
    double inFlight,
    long waiting,
    double gpuWatts) {

  /** Percentiles of a slice, in milliseconds. */
  record Percentiles(double p50, double p90, double p99) {}

  static SlicePoint of(SliceRow slice) {
    Map<Metric, Double> values = SliceFigures.values(slice);
    Map<Metric, Percentiles> latencies = new EnumMap<>(Metric.class);
    put(latencies, Metric.TIME_TO_FIRST_TOKEN, slice.getTimeToFirstTokenNs());
    put(latencies, Metric.INTER_TOKEN_LATENCY, slice.getInterTokenLatencyPs());
    put(latencies, Metric.REQUEST_LATENCY, slice.getRequestLatencyNs());
    return new SlicePoint(
        slice.getSliceIndex(),
        slice.getTrusted() || slice.getEmpty() ? List.of() : List.copyOf(slice.getDistrust()),
        latencies,
        values.getOrDefault(Metric.REQUEST_THROUGHPUT, 0.0),
        values.getOrDefault(Metric.ARRIVED_TOKEN_THROUGHPUT, 0.0),
        values.getOrDefault(Metric.GOODPUT, Double.NaN),
        values.getOrDefault(Metric.GOOD_REQUEST_FRACTION, Double.NaN),
        SliceFigures.errors(slice),
        SliceFigures.meanInFlight(slice),
        slice.getBacklogMax(),
        slice.getGpuPowerWatts() == null ? Double.NaN : slice.getGpuPowerWatts());
  }

  private static void put(
      Map<Metric, Percentiles> latencies, Metric metric, Distribution distribution) {
    if (distribution != null) {
      latencies.put(
          metric,
          new Percentiles(
              metric.unit().toDisplay(distribution.getP50()),
              metric.unit().toDisplay(distribution.getP90()),
              metric.unit().toDisplay(distribution.getP99())));
    }
  }

  boolean isTrusted() {
    return distrust.isEmpty();
  }
}
