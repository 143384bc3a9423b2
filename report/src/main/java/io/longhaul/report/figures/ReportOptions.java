package io.longhaul.report.figures;

import io.longhaul.metrics.NetworkRoundTrip;
import java.util.List;

/**
 * What the report of a run contains in addition to the standard figures.
 *
 * @param gpuFields additional fields of GPUs, in the requested order
 * @param roundTrip network round trip that network-adjusted latencies subtract
 */
public record ReportOptions(List<GpuField> gpuFields, NetworkRoundTrip roundTrip) {
  public static final ReportOptions NONE = new ReportOptions(List.of(), NetworkRoundTrip.UNKNOWN);

  public ReportOptions {
    gpuFields = List.copyOf(gpuFields);
  }
}
