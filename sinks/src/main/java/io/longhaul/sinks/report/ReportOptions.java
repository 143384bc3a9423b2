package io.longhaul.sinks.report;

import io.longhaul.metrics.NetworkRoundTrip;
import java.util.List;

/**
 * What a run's figures are to have beside the usual.
 *
 * @param gpuFields further fields of GPUs, in the order in which they were asked for
 * @param roundTrip without which some latencies are told once more
 */
public record ReportOptions(List<GpuField> gpuFields, NetworkRoundTrip roundTrip) {
  public static final ReportOptions NONE = new ReportOptions(List.of(), NetworkRoundTrip.UNKNOWN);

  public ReportOptions {
    gpuFields = List.copyOf(gpuFields);
  }
}
