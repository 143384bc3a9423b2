package io.longhaul.sinks.report;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the GPUs of a run used in the window W, in which its requests are counted.
 *
 * @param gpus how many were watched; 0 when none was
 * @param joules of all of them: the growth of their counters, cut linearly at the window's ends; of
 *     a GPU without a counter its mean power times the window
 * @param meanWatts joules over the window's length; not a number when it has none
 * @param validRequests by which energy is divided
 * @param outputTokens of valid requests
 * @param goodTokens output tokens of requests that met every SLO; {@link #UNKNOWN} when none was
 *     judged, or there are too many requests to look at each
 * @param doubts why the figures may be wrong, in words; empty when there is no reason
 */
public record GpuEnergy(
    int gpus,
    double joules,
    double meanWatts,
    long validRequests,
    long outputTokens,
    long goodTokens,
    List<String> doubts) {

  /** Nobody knows how many tokens were good. */
  public static final long UNKNOWN = -1;

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
    double joules = 0;
    List<String> doubts = new ArrayList<>();
    for (GpuSliceRow gpu : totals) {
      joules += joulesOf(gpu, telemetry, windowSeconds);
      doubts.addAll(GpuTotals.doubts(gpu));
    }
    return new GpuEnergy(
        totals.size(),
        joules,
        joules / windowSeconds,
        requests.getValidRequests(),
        requests.getOutputTokensCompleted(),
        goodTokens,
        List.copyOf(doubts));
  }

  private static double joulesOf(
      GpuSliceRow gpu, List<GpuTelemetry> telemetry, double windowSeconds) {
    double meanWatts = gpu.getPowerWatts() == null ? 0 : gpu.getPowerWatts().getMean();
    return telemetry.stream()
        .filter(samples -> samples.isOf(gpu))
        .mapToDouble(GpuTelemetry::joulesInWindow)
        .filter(Double::isFinite)
        .findFirst()
        .orElse(meanWatts * windowSeconds);
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

  private OptionalDouble per(long count) {
    return gpus > 0 && count > 0 ? OptionalDouble.of(joules / count) : OptionalDouble.empty();
  }
}
