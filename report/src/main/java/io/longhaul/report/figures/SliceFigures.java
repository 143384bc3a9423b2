package io.longhaul.report.figures;

import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import java.util.EnumMap;
import java.util.Map;

/** Figures that are computed from the columns of a slice. */
public final class SliceFigures {
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

  /**
   * Returns by metric the numbers of values that are 0 because the time is unknown: the chunks
   * arrived in one network read. Without metrics that have none.
   */
  public static Map<Metric, Long> unknownGaps(SliceRow slice) {
    Map<Metric, Long> unknown = new EnumMap<>(Metric.class);
    unknown.put(
        Metric.INTER_CHUNK_LATENCY,
        count(slice.getInterChunkLatencyNs()) - count(slice.getInterReadLatencyNs()));
    unknown.put(Metric.TIME_TO_SECOND_TOKEN, slice.getSecondTokensUnknown());
    unknown.put(Metric.INTER_TOKEN_LATENCY, slice.getInterTokenLatenciesUnknown());
    unknown.values().removeIf(values -> values <= 0);
    return unknown;
  }

  private static long count(Distribution distribution) {
    return distribution == null ? 0 : distribution.getCount();
  }
}
