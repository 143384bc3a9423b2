package io.longhaul.report.plot;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.RequestSample;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.html.TimeBuckets;
import io.longhaul.report.json.Configuration;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Reads what plots show of a run of Longhaul from its lake. */
public final class LakePlots {
  private LakePlots() {}

  /**
   * Reads a run.
   *
   * @param lake lake of the report
   */
  public static PlottedRun read(Lake lake, RunReport report) throws IOException {
    TimeBuckets buckets = TimeBuckets.of(report);
    return new PlottedRun(
        PlottedRun.subject(Configuration.of(report.run()).inputConfig()),
        report.startEpochNanos(),
        RequestSample.read(lake, report, PlottedRun.SAMPLED, PlottedRun.MAX_REQUESTS),
        course(report, buckets, Metric.ARRIVED_TOKEN_THROUGHPUT),
        "A token counts when it arrived.",
        slices(report, buckets),
        gpuUtilization(report, buckets),
        percentiles(report));
  }

  private static Course course(RunReport report, TimeBuckets buckets, Metric metric) {
    Course.Means means = new Course.Means(buckets);
    for (SliceRow slice : report.slices()) {
      means.add(
          buckets.indexOf(slice.getSliceIndex()),
          SliceFigures.values(slice).getOrDefault(metric, Double.NaN));
    }
    return means.course();
  }

  private static Map<Metric, SliceSpread> slices(RunReport report, TimeBuckets buckets) {
    Map<Metric, SliceSpread> slices = new EnumMap<>(Metric.class);
    for (Metric metric : PlottedRun.LATENCIES) {
      SliceSpread.Builder spread = new SliceSpread.Builder(buckets);
      for (SliceRow slice : report.slices()) {
        SliceColumn.summary(slice, metric)
            .ifPresent(
                summary ->
                    spread.add(
                        buckets.indexOf(slice.getSliceIndex()),
                        summary.avg(),
                        summary.std(),
                        summary.p50(),
                        summary.p95(),
                        summary.p99()));
      }
      slices.put(metric, spread.build());
    }
    Course requests = course(report, buckets, Metric.REQUEST_THROUGHPUT);
    slices.put(
        Metric.REQUEST_THROUGHPUT,
        new SliceSpread(requests, Course.UNKNOWN, Course.UNKNOWN, Course.UNKNOWN, Course.UNKNOWN));
    return slices;
  }

  private static Course gpuUtilization(RunReport report, TimeBuckets buckets) {
    Course.Means means = new Course.Means(buckets);
    for (GpuSliceRow gpu : report.gpuSlices()) {
      if (gpu.getGpuUtilizationPercent() != null && gpu.getSliceIndex() >= 0) {
        means.add(buckets.indexOf(gpu.getSliceIndex()), gpu.getGpuUtilizationPercent().getMean());
      }
    }
    return means.course();
  }

  private static Map<Metric, double[]> percentiles(RunReport report) {
    Map<Metric, double[]> percentiles = new EnumMap<>(Metric.class);
    for (Metric metric : PlottedRun.LATENCIES) {
      SliceColumn.percentiles(report.run().getTotals(), metric, PlottedRun.PERCENTS)
          .ifPresent(values -> percentiles.put(metric, values));
    }
    return percentiles;
  }
}
