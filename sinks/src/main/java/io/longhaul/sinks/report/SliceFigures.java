package io.longhaul.sinks.report;

import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Figures that are computed from the columns of a slice. */
public final class SliceFigures {
  /** The counts, totals and rates that a row of {@code slices} gives. */
  static final Set<Metric> VALUES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Metric.REQUEST_COUNT,
              Metric.ERROR_REQUEST_COUNT,
              Metric.COMPLETED_REQUEST_COUNT,
              Metric.REQUEST_ERROR_RATE,
              Metric.GOOD_REQUEST_COUNT,
              Metric.GOOD_REQUEST_FRACTION,
              Metric.GOODPUT,
              Metric.ARRIVED_OUTPUT_TOKENS,
              Metric.TOTAL_ISL,
              Metric.TOTAL_OSL,
              Metric.TOTAL_REASONING_TOKENS,
              Metric.TOTAL_ERROR_ISL,
              Metric.TOTAL_USAGE_PROMPT_TOKENS,
              Metric.TOTAL_USAGE_PROMPT_CACHE_READ_TOKENS,
              Metric.OVERALL_USAGE_PROMPT_CACHE_READ_PCT,
              Metric.TOTAL_USAGE_COMPLETION_TOKENS,
              Metric.OUTPUT_TOKEN_THROUGHPUT,
              Metric.ARRIVED_TOKEN_THROUGHPUT,
              Metric.INPUT_TOKEN_THROUGHPUT,
              Metric.TOTAL_TOKEN_THROUGHPUT,
              Metric.REQUEST_THROUGHPUT));

  private SliceFigures() {}

  /** Returns the number of failed requests, including complete responses without content. */
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

  /** Returns the time-weighted mean number of requests in flight; NaN if no time was covered. */
  public static double meanInFlight(SliceRow slice) {
    return (double) slice.getInFlightRequestNs() / slice.getCoveredNs();
  }

  /** Returns counts, totals and rates in display units; rates divide by the covered time. */
  public static Map<Metric, Double> values(SliceRow slice) {
    return MergedStatistics.of(slice, slice.getCoveredNs()).values();
  }
}
