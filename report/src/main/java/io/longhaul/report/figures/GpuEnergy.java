package io.longhaul.report.figures;

import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.GpuJoules;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The energy that the GPUs of a run consumed in the observation window W, or in a slice.
 *
 * @param gpus number of monitored GPUs
 * @param joules growth of all energy counters, interpolated linearly at both ends; for a GPU
 *     without a counter, mean power times duration
 * @param meanWatts joules divided by the duration; NaN if the duration is 0
 * @param peakWatts the sum of the maximum power of each GPU, possibly more than their maximum power
 *     at any one time
 * @param validRequests valid requests, for energy per request
 * @param outputTokens output tokens of valid requests in the window; in a slice, arrived tokens
 * @param goodTokens output tokens of requests that met every SLO; {@link #UNKNOWN} if none was
 *     evaluated, or there are too many requests
 * @param doubts why the figures may be wrong, as sentences; empty if there is no reason
 */
public record GpuEnergy(
    int gpus,
    double joules,
    double meanWatts,
    double peakWatts,
    long validRequests,
    long outputTokens,
    long goodTokens,
    List<String> doubts) {

  /** The number of good tokens is unknown. */
  public static final long UNKNOWN = -1;

  private static final double NANOS = 1e9;

  /**
   * @param totals each GPU over the run, weighted by time
   * @param telemetry their samples
   */
  static GpuEnergy of(
      List<GpuSliceRow> totals,
      List<GpuTelemetry> telemetry,
      double windowSeconds,
      SliceRow requests,
      long goodTokens) {
    double joules =
        totals.stream().mapToDouble(gpu -> joulesOf(gpu, telemetry, windowSeconds)).sum();
    return new GpuEnergy(
        totals.size(),
        joules,
        joules / windowSeconds,
        peakWatts(totals),
        requests.getValidRequests(),
        requests.getOutputTokensCompleted(),
        goodTokens,
        doubts(totals));
  }

  /**
   * Returns the energy consumed in a slice.
   *
   * @param gpus GPUs in the slice
   * @param goodTokens of requests that ended in the slice, see above
   */
  public static GpuEnergy ofSlice(List<GpuSliceRow> gpus, SliceRow slice, long goodTokens) {
    double joules = gpus.stream().mapToDouble(GpuEnergy::joulesOf).sum();
    return new GpuEnergy(
        gpus.size(),
        joules,
        joules / (slice.getCoveredNs() / NANOS),
        peakWatts(gpus),
        slice.getValidRequests(),
        slice.getOutputTokensArrived(),
        goodTokens,
        doubts(gpus));
  }

  private static double peakWatts(List<GpuSliceRow> gpus) {
    return gpus.stream()
        .map(GpuSliceRow::getPowerWatts)
        .filter(Objects::nonNull)
        .mapToDouble(GaugeOverSlice::getMax)
        .sum();
  }

  private static List<String> doubts(List<GpuSliceRow> gpus) {
    return gpus.stream().map(GpuTotals::doubts).flatMap(List::stream).toList();
  }

  private static double joulesOf(GpuSliceRow gpu) {
    return GpuJoules.of(gpu.getEnergyNanojoules(), meanWatts(gpu), gpu.getCoveredNs());
  }

  private static double meanWatts(GpuSliceRow gpu) {
    return gpu.getPowerWatts() == null ? 0 : gpu.getPowerWatts().getMean();
  }

  private static double joulesOf(
      GpuSliceRow gpu, List<GpuTelemetry> telemetry, double windowSeconds) {
    return telemetry.stream()
        .filter(samples -> samples.id().equals(GpuId.of(gpu)))
        .mapToDouble(GpuTelemetry::joulesInWindow)
        .filter(Double::isFinite)
        .findFirst()
        .orElse(meanWatts(gpu) * windowSeconds);
  }

  public boolean isValid() {
    return gpus > 0 && doubts.isEmpty();
  }

  public OptionalDouble joulesPerRequest() {
    return per(validRequests);
  }

  public OptionalDouble joulesPerOutputToken() {
    return per(outputTokens);
  }

  public OptionalDouble joulesPerGoodToken() {
    return per(goodTokens);
  }

  public OptionalDouble outputTokensPerJoule() {
    return joules > 0 ? OptionalDouble.of(outputTokens / joules) : OptionalDouble.empty();
  }

  private OptionalDouble per(long count) {
    return gpus > 0 && count > 0 ? OptionalDouble.of(joules / count) : OptionalDouble.empty();
  }
}
