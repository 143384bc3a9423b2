package io.longhaul.report.figures;

import io.longhaul.export.Distribution;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import java.util.EnumMap;
import java.util.Map;

/**
 * The numbers of values that are 0 because the time is unknown: the chunks arrived in one network
 * read.
 */
public final class UnknownGaps {
  private UnknownGaps() {}

  /** Returns the numbers by metric for a slice or a run; without metrics that have none. */
  public static Map<Metric, Long> of(SliceRow row) {
    Map<Metric, Long> unknown = new EnumMap<>(Metric.class);
    putIfAny(
        unknown,
        Metric.INTER_CHUNK_LATENCY,
        count(row.getInterChunkLatencyNs()) - count(row.getInterReadLatencyNs()));
    putIfAny(unknown, Metric.TIME_TO_SECOND_TOKEN, row.getSecondTokensUnknown());
    putIfAny(unknown, Metric.INTER_TOKEN_LATENCY, row.getInterTokenLatenciesUnknown());
    return unknown;
  }

  private static void putIfAny(Map<Metric, Long> unknown, Metric metric, long values) {
    if (values > 0) {
      unknown.put(metric, values);
    }
  }

  private static long count(Distribution distribution) {
    return distribution == null ? 0 : distribution.getCount();
  }
}
