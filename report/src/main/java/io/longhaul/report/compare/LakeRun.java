package io.longhaul.report.compare;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import io.longhaul.report.figures.DistrustReason;
import io.longhaul.report.figures.GpuEnergy;
import io.longhaul.report.figures.MeasuredRequests;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.json.Configuration;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads a run of Longhaul from its lake. */
public final class LakeRun {
  private static final List<Metric> READ =
      List.of(
          Metric.TIME_TO_FIRST_TOKEN,
          Metric.INTER_TOKEN_LATENCY,
          Metric.REQUEST_LATENCY,
          Metric.OUTPUT_SEQUENCE_LENGTH,
          Metric.GOOD_REQUEST_COUNT);

  private LakeRun() {}

  /**
   * Reads a run.
   *
   * @param name as the user named it
   * @param report its report, with the figures
   */
  public static ComparedRun read(String name, Lake lake, RunReport report) throws IOException {
    Configuration configuration = Configuration.of(report.run());
    ComparedRun.Facts facts =
        new ComparedRun.Facts(
            "longhaul " + report.run().getToolVersion(),
            report.windowNanos() / 1e9,
            report.run().getTotals().getValidRequests(),
            mean(report, Metric.INPUT_SEQUENCE_LENGTH),
            mean(report, Metric.OUTPUT_SEQUENCE_LENGTH),
            configuration.inputConfig(),
            configuration.plan(),
            doubts(report));
    return new ComparedRun(name, facts, figures(report), bins(lake, report));
  }

  private static double mean(RunReport report, Metric metric) {
    DistributionSummary summary = report.statistics().distributions().get(metric);
    return summary == null ? Double.NaN : summary.avg();
  }

  private static Map<ComparedFigure, Double> figures(RunReport report) {
    Map<ComparedFigure, Double> figures = new EnumMap<>(ComparedFigure.class);
    Map<Metric, Double> values = report.statistics().values();
    for (ComparedFigure figure : ComparedFigure.values()) {
      Metric metric = figure.metric();
      Statistic statistic = figure.statistic();
      if (metric == null) {
        report
            .energy()
            .joulesPerOutputToken()
            .ifPresent(joulesPerToken -> figures.put(figure, joulesPerToken));
      } else if (statistic == null && values.containsKey(metric)) {
        figures.put(figure, values.get(metric));
      } else if (statistic != null && report.statistics().distributions().containsKey(metric)) {
        figures.put(figure, statistic.of(report.statistics().distributions().get(metric)));
      }
    }
    return figures;
  }

  private static RunBins bins(Lake lake, RunReport report) throws IOException {
    RunBins.Builder bins = new RunBins.Builder(report.startEpochNanos(), report.endEpochNanos());
    new MeasuredRequests(lake, report, READ)
        .forEach((ended, isValid, values) -> add(bins, ended, isValid, values));
    Map<Long, List<GpuSliceRow>> gpus =
        report.gpuSlices().stream().collect(Collectors.groupingBy(GpuSliceRow::getSliceIndex));
    for (SliceRow slice : report.slices()) {
      long from =
          report.startEpochNanos() + slice.getSliceIndex() * report.run().getSliceDurationNs();
      GpuEnergy energy =
          GpuEnergy.ofSlice(
              gpus.getOrDefault(slice.getSliceIndex(), List.of()), slice, GpuEnergy.UNKNOWN);
      bins.addEnergy(from, from + slice.getCoveredNs(), energy.joules());
    }
    return bins.build();
  }

  private static void add(RunBins.Builder bins, long ended, boolean isValid, long[] values) {
    if (!isValid) {
      bins.addFailed(ended);
      return;
    }
    for (Metric latency : RunBins.LATENCIES) {
      long stored = values[READ.indexOf(latency)];
      if (stored != MeasuredRequests.NONE) {
        bins.addLatency(latency, ended, latency.unit().toDisplay((double) stored));
      }
    }
    long tokens = values[READ.indexOf(Metric.OUTPUT_SEQUENCE_LENGTH)];
    bins.addValid(ended, tokens == MeasuredRequests.NONE ? 0 : tokens);
    long good = values[READ.indexOf(Metric.GOOD_REQUEST_COUNT)];
    if (good != MeasuredRequests.NONE) {
      bins.addJudged(ended, good == 1);
    }
  }

  private static List<String> doubts(RunReport report) {
    List<String> doubts = new ArrayList<>();
    if (!report.hasSummary()) {
      doubts.add("the run is in progress or was killed: only its finished slices are compared");
    }
    report.incompleteBecause().forEach(reason -> doubts.add("incomplete: " + reason));
    List<SliceRow> slices = report.slices().stream().filter(slice -> !slice.getEmpty()).toList();
    long untrusted = slices.stream().filter(slice -> !slice.getTrusted()).count();
    if (untrusted > 0) {
      doubts.add(
          "%d of %d slices are not trusted: %s"
              .formatted(
                  untrusted,
                  slices.size(),
                  DistrustReason.of(slices).stream()
                      .map(DistrustReason::text)
                      .collect(Collectors.joining("; "))));
    }
    report.energy().doubts().forEach(doubt -> doubts.add("energy: " + doubt));
    return doubts;
  }
}
