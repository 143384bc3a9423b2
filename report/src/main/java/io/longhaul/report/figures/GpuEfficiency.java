package io.longhaul.report.figures;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * AIPerf's metrics of power and energy. The energy is the growth of the counters or, without a
 * counter, mean power times the window; only valid requests count. {@code longhaul.json} contains
 * Longhaul's own figures with the reasons to doubt them.
 */
final class GpuEfficiency {
  private final Map<Metric, Double> values;
  private final List<AiperfResult> results = new ArrayList<>();

  private GpuEfficiency(Map<Metric, Double> values) {
    this.values = values;
  }

  /** Returns the metrics whose inputs are known; none without GPUs or with an empty window. */
  static List<AiperfResult> of(List<GpuTelemetry> gpus, WindowStatistics window, long windowNanos) {
    if (gpus.isEmpty() || windowNanos <= 0) {
      return List.of();
    }
    double seconds = windowNanos / 1e9;
    double totalPower = sum(gpus.stream().mapToDouble(GpuTelemetry::meanPowerWatts).toArray());
    double counted = sum(gpus.stream().mapToDouble(GpuTelemetry::joules).toArray());
    double energy = counted > 0 ? counted : totalPower * seconds;
    DistributionSummary latency = window.distributions().get(Metric.REQUEST_LATENCY);
    GpuEfficiency efficiency = new GpuEfficiency(window.values());
    efficiency.put("total_gpu_power", "Total GPU Power", "W", totalPower);
    if (energy > 0) {
      efficiency.putPower(energy / seconds);
      efficiency.putEnergy(energy, latency == null ? Double.NaN : latency.avg() / 1000);
    }
    return List.copyOf(efficiency.results);
  }

  private void putPower(double watts) {
    put("average_gpu_power", "Average GPU Power", "W", watts);
    put(
        "performance_per_watt",
        "Performance per Watt",
        "requests/sec/W",
        value(Metric.REQUEST_THROUGHPUT) / watts);
    put(
        "output_tps_per_watt",
        "Output Tokens per Second per Watt",
        "tokens/sec/W",
        value(Metric.OUTPUT_TOKEN_THROUGHPUT) / watts);
    put("goodput_per_watt", "Goodput per Watt", "good-req/s/W", value(Metric.GOODPUT) / watts);
  }

  private void putEnergy(double joules, double meanLatencySeconds) {
    double requests = value(Metric.REQUEST_COUNT);
    double outputTokens = value(Metric.TOTAL_OSL);
    double tokens = value(Metric.TOTAL_ISL) + outputTokens;
    put("total_gpu_energy", "Total GPU Energy", "J", joules);
    put(
        "energy_delay_product",
        "Energy Delay Product",
        "J*s",
        joules / requests * meanLatencySeconds);
    put("energy_per_request", "Energy per Request", "joules/request", joules / requests);
    put(
        "energy_per_output_token",
        "Energy per Output Token",
        "mJ/token",
        1000 * joules / outputTokens);
    put("energy_per_total_token", "Energy per Total Token", "mJ/token", 1000 * joules / tokens);
    put("output_tokens_per_joule", "Output Tokens per Joule", "tokens/J", outputTokens / joules);
  }

  /** Returns NaN if there is no value, so that everything computed from it is NaN. */
  private double value(Metric metric) {
    return values.getOrDefault(metric, Double.NaN);
  }

  private void put(String tag, String header, String unit, double value) {
    if (Double.isFinite(value)) {
      results.add(AiperfResult.ofNumber("nvidia_" + tag, header, unit, value));
    }
  }

  /** Sums the known values; NaN if there are none. */
  private static double sum(double[] values) {
    double sum = Double.NaN;
    for (double value : values) {
      if (!Double.isNaN(value)) {
        sum = Double.isNaN(sum) ? value : sum + value;
      }
    }
    return sum;
  }
}
