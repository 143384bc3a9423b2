package io.longhaul.report.html;

import io.longhaul.export.ErrorCount;
import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.html.SliceCharts.SliceChart;
import io.longhaul.report.html.SliceCharts.SliceLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The time charts of a run, in groups. */
record TimeCharts(RunReport report, TimeBuckets buckets, ServerCurves servers, SliceCharts charts) {
  static final int MAX_ERROR_KINDS = 6;
  static final String OTHER_ERRORS = "all others";
  static final String LOWEST_GPU = "lowest GPU";
  static final String MEAN_OF_GPUS = "mean of all GPUs";
  static final String HIGHEST_GPU = "highest GPU";

  /** With fewer requests in a slice, p99 is close to the highest value. */
  private static final int FEW_REQUESTS = 100;

  /** Returns the charts of latencies, by metric. */
  Map<Metric, TimeChart> latencies() {
    Map<Metric, TimeChart> all = new LinkedHashMap<>();
    for (Metric metric : SliceCharts.LATENCIES) {
      all.put(metric, drawn(charts.latency(metric).explained(fewRequests(metric))));
    }
    return all;
  }

  private TimeChart drawn(SliceChart chart) {
    List<Line> lines = new ArrayList<>();
    for (SliceLine each : chart.lines()) {
      Line line = new Line(each.name(), buckets);
      for (SliceRow slice : report.slices()) {
        line.add(buckets.indexOf(slice.getSliceIndex()), each.figure().applyAsDouble(slice));
      }
      lines.add(line);
    }
    return TimeChart.of(chart, lines);
  }

  private String fewRequests(Metric metric) {
    long slices = 0;
    long values = 0;
    for (SliceRow slice : report.slices()) {
      var column = SliceColumn.column(slice, metric);
      if (column.isPresent()) {
        slices++;
        values += column.get().getCount();
      }
    }
    long perSlice = slices == 0 ? 0 : Math.round((double) values / slices);
    return perSlice < FEW_REQUESTS
        ? " On average, %d requests ended in a slice: with so few, p99 is close to the highest of them."
            .formatted(perSlice)
        : "";
  }

  /** Returns the chart of the longest gaps within responses. */
  TimeChart chunkGaps() {
    return drawn(charts.chunkGaps());
  }

  /** Returns the charts of throughput, requests in flight and errors. */
  List<TimeChart> load() {
    return List.of(
        drawn(charts.requests(!report.run().getObjectives().isEmpty())),
        drawn(charts.tokens()),
        drawn(charts.inFlight()),
        new TimeChart(
                "errors-by-kind",
                "Errors by kind",
                "requests",
                "The number of requests that failed, on top of each other; the kinds with the most"
                    + " errors. "
                    + spreadOfErrors(),
                errors())
            .asBars());
  }

  private String spreadOfErrors() {
    long withErrors =
        report.slices().stream().filter(slice -> !slice.getErrors().isEmpty()).count();
    return "%d of %d slices have errors.".formatted(withErrors, report.slices().size());
  }

  private List<Line> errors() {
    Map<String, Long> totals = new TreeMap<>();
    for (ErrorCount error : report.run().getTotals().getErrors()) {
      totals.merge(kindOf(error), error.getCount(), Long::sum);
    }
    List<String> kinds =
        totals.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(Map.Entry::getKey)
            .toList();
    Map<String, Line> lines = new LinkedHashMap<>();
    kinds.stream().limit(MAX_ERROR_KINDS).forEach(kind -> lines.put(kind, new Line(kind, buckets)));
    Line others = new Line(OTHER_ERRORS, buckets);
    boolean hasOthers = kinds.size() > MAX_ERROR_KINDS;
    for (SliceRow slice : report.slices()) {
      Map<String, Long> counts = new LinkedHashMap<>();
      long left = 0;
      for (ErrorCount error : slice.getErrors()) {
        if (lines.containsKey(kindOf(error))) {
          counts.merge(kindOf(error), error.getCount(), Long::sum);
        } else {
          left += error.getCount();
        }
      }
      int bucket = buckets.indexOf(slice.getSliceIndex());
      lines.forEach((kind, line) -> line.add(bucket, (double) counts.getOrDefault(kind, 0L)));
      if (hasOthers) {
        others.add(bucket, (double) left);
      }
    }
    List<Line> all = new ArrayList<>(lines.values());
    all.add(others);
    return all;
  }

  static String kindOf(ErrorCount error) {
    return error.getReason().isEmpty() ? error.getOutcome() : error.getReason();
  }

  /** Returns the charts of GPUs. */
  List<TimeChart> gpus() {
    return Arrays.stream(GpuGauge.values()).map(this::gpuChart).toList();
  }

  private TimeChart gpuChart(GpuGauge gauge) {
    Map<GpuId, Line> lines = new TreeMap<>();
    for (GpuSliceRow gpu : report.run().getGpuTotals()) {
      lines.put(GpuId.of(gpu), new Line(nameOf(gpu), buckets));
    }
    for (GpuSliceRow row : report.gpuSlices()) {
      GaugeOverSlice value = gauge.of(row);
      Line line = lines.get(GpuId.of(row));
      if (value != null && line != null && row.getSliceIndex() >= 0) {
        line.add(
            buckets.indexOf(row.getSliceIndex()),
            gauge.inUnit(value.getMean()),
            gauge.inUnit(value.getMin()),
            gauge.inUnit(value.getMax()));
      }
    }
    return lines.size() <= GpuGauge.MAX_LINES
        ? gauge.chart(merged(lines.values()))
        : gauge.rangeChart(lines.size(), rangeOf(lines.values()));
  }

  /** Merges lines that coincide, since each of them would hide the others. */
  private static List<Line> merged(Collection<Line> lines) {
    Map<Line, List<String>> names = new LinkedHashMap<>();
    for (Line line : lines) {
      Line same = names.keySet().stream().filter(line::coincidesWith).findFirst().orElse(line);
      names.computeIfAbsent(same, any -> new ArrayList<>()).add(line.name());
    }
    List<Line> merged = new ArrayList<>();
    names.forEach((line, its) -> merged.add(line.named(String.join(", ", its))));
    return merged;
  }

  private List<Line> rangeOf(Collection<Line> lines) {
    Line lowest = new Line(LOWEST_GPU, buckets);
    Line mean = new Line(MEAN_OF_GPUS, buckets);
    Line highest = new Line(HIGHEST_GPU, buckets);
    for (int bucket = 0; bucket < buckets.count(); bucket++) {
      int index = bucket;
      var summary =
          lines.stream()
              .mapToDouble(line -> line.mean(index, index + 1))
              .filter(Double::isFinite)
              .summaryStatistics();
      if (summary.getCount() > 0) {
        lowest.add(bucket, summary.getMin());
        mean.add(bucket, summary.getAverage());
        highest.add(bucket, summary.getMax());
      }
    }
    return List.of(lowest, mean, highest);
  }

  /** Names a GPU by its index, and by its host if there are several. */
  private String nameOf(GpuSliceRow gpu) {
    long hosts =
        report.run().getGpuTotals().stream().map(GpuSliceRow::getExporterUrl).distinct().count();
    return hosts > 1 ? GpuId.nameWithHost(gpu) : GpuId.of(gpu).name();
  }

  /** Returns the charts of server metrics. */
  List<TimeChart> serverMetrics() {
    Line client = new Line(ServerCurves.CLIENTS_MEAN, buckets);
    for (SliceRow slice : report.slices()) {
      SliceColumn.summary(slice, Metric.TIME_TO_FIRST_TOKEN)
          .ifPresent(summary -> client.add(buckets.indexOf(slice.getSliceIndex()), summary.avg()));
    }
    return servers.charts(buckets, client);
  }

  /** Returns the charts of the load generators themselves. */
  List<TimeChart> health() {
    return charts.health().stream().map(this::drawn).toList();
  }
}
