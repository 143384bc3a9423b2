package io.longhaul.report.html;

import io.longhaul.export.ErrorCount;
import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.RunReport;
import io.longhaul.report.figures.SliceColumn;
import io.longhaul.report.figures.SliceFigures;
import io.longhaul.report.html.Limits.Limit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The time charts of a run, in groups. */
record TimeCharts(RunReport report, TimeBuckets buckets, ServerCurves servers, Limits limits) {
  /** With more GPUs, charts show their range instead of a line for each. */
  private static final int MAX_GPU_LINES = 8;

  private static final int MAX_ERROR_KINDS = 6;

  /** The pipeline does not trust a slice with less idle CPU. */
  private static final double LEAST_IDLE_PERCENT = 20;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double BYTES_PER_GIB = 1L << 30;
  private static final double HERTZ_PER_MEGAHERTZ = 1e6;
  private static final double PERCENT = 100;

  /** With fewer requests in a slice, p99 is close to the highest value. */
  private static final int FEW_REQUESTS = 100;

  /** Returns the charts of latencies, by metric. */
  Map<Metric, TimeChart> latencies() {
    Map<Metric, TimeChart> charts = new LinkedHashMap<>();
    for (Metric metric : HtmlReport.LATENCIES) {
      Line p50 = new Line("p50", buckets);
      Line p90 = new Line("p90", buckets);
      Line p99 = new Line("p99", buckets);
      for (SliceRow slice : report.slices()) {
        SliceColumn.summary(slice, metric)
            .ifPresent(
                summary -> {
                  int bucket = buckets.indexOf(slice.getSliceIndex());
                  p50.add(bucket, summary.p50());
                  p90.add(bucket, summary.p90());
                  p99.add(bucket, summary.p99());
                });
      }
      charts.put(
          metric,
          new TimeChart(
                  metric.tag(),
                  metric.header(),
                  metric.unit().display(),
                  explanation(metric),
                  List.of(p50, p90, p99))
              .with(limits.of(metric)));
    }
    return charts;
  }

  private String explanation(Metric metric) {
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
    String text =
        (metric == Metric.INTER_TOKEN_LATENCY
                ? "One value per request: the mean gap between its tokens, which hides single"
                    + " pauses. "
                : "")
            + "Half of the requests of a slice are at or below p50, 99 of 100 at or below p99. A"
            + " request counts in the slice in which it ended, so a delay shows in later slices,"
            + " too.";
    return perSlice < FEW_REQUESTS
        ? text
            + " On average, %d requests ended in a slice: with so few, p99 is close to the highest of them."
                .formatted(perSlice)
        : text;
  }

  /** Returns the chart of the longest gaps within responses. */
  TimeChart chunkGaps() {
    Line longest = new Line("longest", buckets);
    Line p99 = new Line("p99", buckets);
    for (SliceRow slice : report.slices()) {
      SliceColumn.summary(slice, Metric.INTER_CHUNK_LATENCY)
          .ifPresent(
              summary -> {
                int bucket = buckets.indexOf(slice.getSliceIndex());
                p99.add(bucket, summary.p99());
                longest.add(bucket, summary.max());
              });
    }
    return new TimeChart(
            "chunk-gap",
            "Gaps between chunks",
            Metric.INTER_CHUNK_LATENCY.unit().display(),
            "The time from one chunk of a response to the next. A long gap is a pause that a user"
                + " sees.",
            List.of(p99, longest))
        .with(limits.of(Metric.INTER_CHUNK_LATENCY));
  }

  /** Returns the charts of throughput, requests in flight and errors. */
  List<TimeChart> load() {
    Line valid = new Line("valid", buckets);
    Line good = new Line("good", buckets);
    Line failed = new Line("failed", buckets);
    Line arrived = new Line("arrived", buckets);
    Line inFlight = new Line("in flight, mean", buckets);
    Line inFlightMax = new Line("in flight, maximum", buckets);
    Line backlog = new Line("waiting in the client, maximum", buckets);
    for (SliceRow slice : report.slices()) {
      int bucket = buckets.indexOf(slice.getSliceIndex());
      Map<Metric, Double> values = SliceFigures.values(slice);
      double seconds = slice.getCoveredNs() / NANOS_PER_SECOND;
      valid.add(bucket, slice.getValidRequests() / seconds);
      if (!report.run().getObjectives().isEmpty()) {
        good.add(bucket, slice.getGoodRequests() / seconds);
      }
      failed.add(bucket, SliceFigures.errors(slice) / seconds);
      arrived.add(bucket, values.getOrDefault(Metric.ARRIVED_TOKEN_THROUGHPUT, Double.NaN));
      inFlight.add(bucket, SliceFigures.meanInFlight(slice));
      inFlightMax.add(bucket, (double) slice.getInFlightMax());
      backlog.add(bucket, (double) slice.getBacklogMax());
    }
    return List.of(
        new TimeChart(
                "requests",
                "Requests by result",
                "requests/s",
                report.run().getObjectives().isEmpty()
                    ? "A request counts in the slice in which it ended."
                    : "A request counts in the slice in which it ended. Good requests met every"
                        + " objective: their rate is the goodput.",
                List.of(valid, failed, good))
            .with(limits.of(Metric.REQUEST_THROUGHPUT, Metric.GOODPUT)),
        new TimeChart(
                "tokens",
                "Output tokens",
                "tokens/s",
                "A token counts in the slice in which it arrived.",
                List.of(arrived))
            .with(limits.of(Metric.ARRIVED_TOKEN_THROUGHPUT, Metric.OUTPUT_TOKEN_THROUGHPUT)),
        new TimeChart(
            "in-flight",
            "Requests in flight",
            "requests",
            "If the rate of requests is constant and their number in flight grows, the server cannot"
                + " keep up.",
            List.of(inFlight, inFlightMax, backlog)),
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
        report.slices().stream().filter(slice -> SliceFigures.errors(slice) > 0).count();
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
    Line others = new Line("all others", buckets);
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

  private static String kindOf(ErrorCount error) {
    return error.getReason().isEmpty() ? error.getOutcome() : error.getReason();
  }

  /** Returns the charts of GPUs. */
  List<TimeChart> gpus() {
    return List.of(
        gpuChart(
            "gpu-power",
            "GPU power",
            "W",
            "Less power at the same load means slower clocks or less work.",
            GpuSliceRow::getPowerWatts,
            1),
        gpuChart(
            "gpu-utilization",
            "GPU utilization",
            "%",
            "The share of time in which the GPU had work.",
            GpuSliceRow::getGpuUtilizationPercent,
            1),
        gpuChart(
            "gpu-memory",
            "GPU memory in use",
            "GiB",
            "Servers usually reserve their memory at the start; growth may be a leak.",
            GpuSliceRow::getMemoryUsedBytes,
            BYTES_PER_GIB),
        gpuChart(
            "gpu-clock",
            "GPU clock",
            "MHz",
            "A drop under load means that the GPU was limited by power or by heat; without load, a GPU"
                + " lowers its clock itself.",
            GpuSliceRow::getSmClockHertz,
            HERTZ_PER_MEGAHERTZ),
        gpuChart(
            "gpu-temperature",
            "GPU temperature",
            "°C",
            "A GPU that is too hot reduces its clock.",
            GpuSliceRow::getGpuTemperatureCelsius,
            1));
  }

  private TimeChart gpuChart(
      String id,
      String title,
      String unit,
      String explanation,
      Function<GpuSliceRow, @Nullable GaugeOverSlice> gauge,
      double perUnit) {
    Map<GpuId, Line> lines = new TreeMap<>();
    for (GpuSliceRow gpu : report.run().getGpuTotals()) {
      lines.put(GpuId.of(gpu), new Line(nameOf(gpu), buckets));
    }
    for (GpuSliceRow row : report.gpuSlices()) {
      GaugeOverSlice value = gauge.apply(row);
      Line line = lines.get(GpuId.of(row));
      if (value != null && line != null && row.getSliceIndex() >= 0) {
        line.add(
            buckets.indexOf(row.getSliceIndex()),
            value.getMean() / perUnit,
            value.getMin() / perUnit,
            value.getMax() / perUnit);
      }
    }
    if (lines.size() <= MAX_GPU_LINES) {
      return new TimeChart(id, title, unit, explanation, merged(lines.values()));
    }
    return new TimeChart(
        id,
        title + " of " + lines.size() + " GPUs",
        unit,
        explanation + " The lines are the GPUs with the lowest and the highest value at each time.",
        rangeOf(lines.values()));
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
    Line lowest = new Line("lowest GPU", buckets);
    Line mean = new Line("mean of all GPUs", buckets);
    Line highest = new Line("highest GPU", buckets);
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
    String host = gpu.getHostname().isEmpty() ? gpu.getExporterUrl() : gpu.getHostname();
    String mig = gpu.getMigInstance().isEmpty() ? "" : " MIG " + gpu.getMigInstance();
    return "GPU " + gpu.getGpuIndex() + mig + (hosts > 1 ? " of " + host : "");
  }

  /** Returns the charts of server metrics. */
  List<TimeChart> serverMetrics() {
    Line client = new Line("client's mean", buckets);
    for (SliceRow slice : report.slices()) {
      SliceColumn.summary(slice, Metric.TIME_TO_FIRST_TOKEN)
          .ifPresent(summary -> client.add(buckets.indexOf(slice.getSliceIndex()), summary.avg()));
    }
    return servers.charts(buckets, client);
  }

  /** Returns the charts of the load generators themselves. */
  List<TimeChart> health() {
    Line lag = new Line("send lag, p99", buckets);
    Line loop = new Line("event loop, maximum", buckets);
    Line pause = new Line("pause of the process, maximum", buckets);
    Line idle = new Line("idle", buckets);
    Line cores = new Line("busiest generator", buckets);
    for (SliceRow slice : report.slices()) {
      int bucket = buckets.indexOf(slice.getSliceIndex());
      if (slice.getSendLagP99Ns() != null) {
        lag.add(bucket, slice.getSendLagP99Ns() / NANOS_PER_MILLI);
      }
      loop.add(bucket, slice.getLoopLagMaxNs() / NANOS_PER_MILLI);
      pause.add(bucket, slice.getPauseMaxNs() / NANOS_PER_MILLI);
      cores.add(bucket, slice.getProcessCpuMaxCores());
      if (slice.getHostIdleMinRatio() != null) {
        idle.add(bucket, slice.getHostIdleMinRatio() * PERCENT);
      }
    }
    return List.of(
        new TimeChart(
            "tester-delays",
            "Delays in the load generator",
            "ms",
            "Latencies that grow together with these delays are the load generator's fault, not the"
                + " server's.",
            List.of(lag, loop, pause)),
        new TimeChart(
                "tester-idle",
                "Idle CPU of the load generator's machine",
                "%",
                "The lowest of all machines. Below 20 %, a slice is not trusted.",
                List.of(idle))
            .with(
                List.of(new Limit(LEAST_IDLE_PERCENT, "least idle CPU of a trusted slice: 20 %"))),
        new TimeChart(
            "tester-cpu",
            "CPU of the load generator",
            "cores",
            "The CPU of its process. One event loop cannot use more than one core; what is neither idle"
                + " nor used by generators went to other processes.",
            List.of(cores)));
  }
}
