package io.longhaul.cli.console;

import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.report.console.Figures;
import io.longhaul.report.figures.SliceFigures;
import java.util.Locale;

/** Formats a finished slice for the progress line. */
final class LiveSlice {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private LiveSlice() {}

  /**
   * Adds the slice's figures; rates are over the time that the slice covers, tokens are counted by
   * arrival.
   */
  static void addTo(LineFields line, SliceRow slice) {
    double seconds = slice.getCoveredNs() / NANOS_PER_SECOND;
    line.add("slice " + slice.getSliceIndex(), "#" + slice.getSliceIndex());
    String requests = figure(slice.getValidRequests() / seconds);
    line.add(requests + " requests/s", requests + "/s");
    addLatency(line, slice);
    String tokens = figure(slice.getOutputTokensArrived() / seconds);
    line.add(tokens + " tokens/s", tokens + " tok/s");
    long errors = SliceFigures.errors(slice);
    line.add(
        Figures.count(errors) + (errors == 1 ? " error" : " errors"),
        Figures.count(errors) + " err");
    double inFlight = SliceFigures.meanInFlight(slice);
    line.add(figure(inFlight) + " in flight", Figures.count(Math.round(inFlight)) + " in flight");
    if (slice.getGpuPowerWatts() != null) {
      String watts = figure(slice.getGpuPowerWatts());
      line.add("GPUs " + watts + " W", watts + " W");
    }
    if (!slice.getTrusted() && !slice.getEmpty()) {
      line.add("not trusted: " + String.join("; ", slice.getDistrust()), "not trusted");
    }
  }

  /** Adds TTFT, or request latency for requests that are not streamed. */
  private static void addLatency(LineFields line, SliceRow slice) {
    Distribution firstToken = slice.getTimeToFirstTokenNs();
    Distribution latency = firstToken == null ? slice.getRequestLatencyNs() : firstToken;
    if (latency == null) {
      return;
    }
    String name = firstToken == null ? "latency" : "TTFT";
    String p50 = figure(latency.getP50() / NANOS_PER_MILLI);
    String p99 = figure(latency.getP99() / NANOS_PER_MILLI);
    line.add(name + " p50 " + p50 + " p99 " + p99 + " ms", name + ' ' + p50 + '/' + p99 + " ms");
  }

  /** Formats a value with about three digits. */
  private static String figure(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 99.95 ? "%.1f" : "%,.0f", value);
  }
}
