package io.longhaul.pipeline.row;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.wire.ServerHistogram;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.ServerSeries;
import java.util.ArrayList;
import java.util.List;

/** Converts scrapes of servers' metrics pages to rows of {@code server_samples}, one per series. */
public final class ServerSampleRows {
  private ServerSampleRows() {}

  /**
   * Converts a scrape.
   *
   * @param sliceIndex slice of its time; -1 before the run's start
   * @param validityNanos maximum time for which a sample is valid
   */
  public static List<ServerSampleRow> of(
      LaneIdentity lane, ServerSample sample, long sliceIndex, long validityNanos) {
    List<ServerSampleRow> rows = new ArrayList<>(sample.getSeries().size());
    long epoch = lane.epochOf(sample.getAtNs());
    for (ServerSeries series : sample.getSeries()) {
      ServerHistogram histogram = series.getHistogram();
      rows.add(
          ServerSampleRow.newBuilder()
              .setRunId(lane.runId())
              .setLaneId(lane.laneId())
              .setAtEpochNs(epoch)
              .setUncertaintyNs(sample.getUncertaintyNs())
              .setUrl(sample.getUrl())
              .setSliceIndex(sliceIndex)
              .setHoldsUntilEpochNs(epoch + validityNanos)
              .setName(series.getName())
              .setType(series.getType())
              .setHelp(series.getHelp())
              .setLabels(series.getLabels())
              .setValue(series.getValue())
              .setHistogramSum(histogram == null ? null : histogram.getSum())
              .setHistogramCount(histogram == null ? null : histogram.getCount())
              .setBucketBounds(histogram == null ? List.of() : histogram.getBucketBounds())
              .setBucketCounts(histogram == null ? List.of() : histogram.getBucketCounts())
              .build());
    }
    return rows;
  }
}
