package io.longhaul.sinks.report;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import java.util.Map;

/** What follows from the columns of a slice. */
public final class SliceFigures {
  private SliceFigures() {}

  /** Failures, and answers that ended well without any content. */
  public static long errors(SliceRow slice) {
    return slice.getHttpErrors()
        + slice.getTransportErrors()
        + slice.getProtocolErrors()
        + slice.getStreamErrors()
        + slice.getTruncated()
        + slice.getTimeouts()
        + slice.getRequestsOk()
        - slice.getValidRequests();
  }

  /** How many requests were in flight, weighted by time; not a number when nothing was covered. */
  public static double meanInFlight(SliceRow slice) {
    return (double) slice.getInFlightRequestNs() / slice.getCoveredNs();
  }

  /** Counts, totals and rates in display units; rates divide by the time that was covered. */
  public static Map<Metric, Double> values(SliceRow slice) {
    return MergedStatistics.of(slice, slice.getCoveredNs()).values();
  }
}
