package io.longhaul.report.figures;

import io.longhaul.export.DatasetCount;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.ReplayLag;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RejectionReason;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads one {@link RunReport}.
 *
 * @param declared what was known when the run started; used only if it has no summary
 * @param maxRequestsInMemory maximum number of requests that are read into memory at the same time
 */
record RunReportReader(
    Lake lake,
    String runId,
    Optional<DeclaredRun> declared,
    ReportOptions options,
    long maxRequestsInMemory) {
  private static final Comparator<GpuSliceRow> BY_SLICE_AND_GPU =
      Comparator.comparingLong(GpuSliceRow::getSliceIndex).thenComparing(slice -> GpuId.of(slice));

  private static final Comparator<MarkRow> BY_TIME =
      Comparator.comparingLong(MarkRow::getAtEpochNs).thenComparing(MarkRow::getText);

  RunReport read() throws IOException {
    CountedRows counted = new CountedRows(lake, runId);
    List<RunRow> summaries = counted.rows(Dataset.RUNS);
    if (summaries.size() > 1) {
      throw new IOException(
          "Cannot report run " + runId + ": it has " + summaries.size() + " summaries (one)");
    }
    boolean hasSummary = !summaries.isEmpty();
    Map<String, MergedSlices> merged = new TreeMap<>();
    List<SliceRow> slices = readSlices(counted, hasSummary, merged);
    List<GpuSliceRow> gpuSlices = readGpuSlices(counted);
    RunRow run =
        hasSummary
            ? summaries.get(0)
            : UnfinishedRun.summary(lake, runId, declared, slices, merged, gpuSlices);
    return assemble(counted, run, hasSummary, RunReport.endOf(run), slices, gpuSlices);
  }

  private RunReport assemble(
      CountedRows counted,
      RunRow run,
      boolean hasSummary,
      long end,
      List<SliceRow> slices,
      List<GpuSliceRow> gpuSlices)
      throws IOException {
    long start = run.getRunStartEpochNs();
    long lastSlice = RunReport.lastSlice(hasSummary, slices);
    ParquetFooters footers = new ParquetFooters();
    List<FilePart> parts = footers.whole(lake.files(Dataset.REQUESTS, runId));
    AvailabilityFold availability = new AvailabilityFold(start, end);
    WindowStatistics merged = SliceFigures.statistics(run.getTotals(), end - start);
    WindowStatistics statistics;
    WindowStatistics warmup = WindowStatistics.NONE;
    Goodput goodput;
    List<AiperfSlice> aiperfSlices = List.of();
    boolean hasWarmup = run.getWarmupRequests() > 0;
    Predicate<Metric> wanted = wanted(run.getTokenSource());
    long requestRows = parts.stream().mapToLong(FilePart::rows).sum();
    counted.put(Dataset.REQUESTS, requestRows);
    if (requestRows <= maxRequestsInMemory) {
      PhaseRequests requests = PhaseRequests.of(footers, parts, RowPhase.PROFILING, lastSlice);
      availability.add(requests);
      AiperfSlices cells = AiperfSlices.of(requests, run.getSliceDurationNs());
      WindowFold whole =
          new WindowFold(
              Windows.one(requests.rows(), end - start),
              options.roundTrip(),
              arrivedTokens(run.getTotals()));
      WindowFold perSlice = new WindowFold(cells.windows(), options.roundTrip(), Map.of());
      RequestStatistics.read(requests, wanted, whole, perSlice);
      List<AiperfSlices.Bounds> windows = new ArrayList<>();
      windows.add(new AiperfSlices.Bounds(start, end, true));
      windows.addAll(cells.bounds());
      List<WindowStatistics> swept = RequestSweep.over(requests, run.getStreaming(), windows);
      statistics = whole.finish().get(0).completedBy(swept.get(0)).completedBy(merged);
      if (run.getFixedSchedule()) {
        Map<Metric, Double> lag = ReplayLag.of(requests.offsetsFromSchedule());
        statistics = statistics.completedBy(new WindowStatistics(Map.of(), lag));
      }
      aiperfSlices = aiperfSlices(cells, perSlice.finish(), swept.subList(1, swept.size()));
      goodput = Goodput.of(requests, run.getObjectives());
      if (hasWarmup) {
        warmup = warmup(PhaseRequests.of(footers, parts, RowPhase.WARMUP, Long.MAX_VALUE), run);
      }
    } else {
      RequestBlocks blocks =
          RequestBlocks.of(
              footers,
              lake.files(Dataset.REQUESTS, runId),
              Math.min(maxRequestsInMemory, RequestBlocks.MAX_ROWS_OF_BLOCK));
      LargeRun large = new LargeRun(blocks, run, lastSlice, wanted, options.roundTrip());
      LargeRun.Figures figures =
          large.profiling(arrivedTokens(run.getTotals()), end - start, availability);
      statistics = figures.statistics().completedBy(merged);
      goodput = figures.goodput();
      if (hasWarmup) {
        warmup = large.warmup();
      }
    }
    long goodTokens = goodTokens(statistics, run.getTotals());
    Availability available = availability.finish();
    if (available.isKnown()) {
      statistics =
          statistics.completedBy(
              new WindowStatistics(Map.of(), Map.of(Metric.AVAILABILITY, available.percent())));
    }
    List<GpuTelemetry> telemetry = readTelemetry(counted, start, end);
    List<String> aheadOfKafka = readAheadOfKafka(counted);
    return new RunReport(
        run,
        hasSummary,
        start,
        end,
        statistics,
        trusted(slices),
        warmup,
        goodput,
        aiperfSlices,
        slices,
        gpuSlices,
        telemetry,
        GpuEfficiency.of(telemetry, statistics, end - start),
        GpuEnergy.of(
            run.getGpuTotals(), telemetry, (end - start) / 1e9, run.getTotals(), goodTokens),
        available,
        ErrorReport.read(footers, parts, run.getTotals().getErrors()),
        readMarks(counted),
        LedgerTotals.of(counted.rows(Dataset.LEDGER)),
        countRows(counted, run),
        aheadOfKafka);
  }

  /**
   * Reads the slices of all requests.
   *
   * @param merged receives the totals of a run without a summary, by label set
   */
  private static List<SliceRow> readSlices(
      CountedRows counted, boolean hasSummary, Map<String, MergedSlices> merged)
      throws IOException {
    List<SliceRow> slices = new ArrayList<>();
    counted.forEach(
        Dataset.SLICES,
        slice -> {
          if (!hasSummary) {
            merged.computeIfAbsent(slice.getLabelSet(), any -> new MergedSlices()).add(slice);
          }
          if (slice.getLabelSet().isEmpty()) {
            SliceColumn.discardBuckets(slice);
            slices.add(slice);
          }
        });
    slices.sort(Comparator.comparingLong(SliceRow::getSliceIndex));
    return List.copyOf(slices);
  }

  /**
   * Reads the slices again, because their buckets were discarded; usually all can be trusted.
   * Slices without requests are included for the time that they cover.
   */
  private WindowStatistics trusted(List<SliceRow> slices) throws IOException {
    boolean hasTrusted = slices.stream().anyMatch(slice -> !slice.getEmpty() && slice.getTrusted());
    Set<Long> included =
        slices.stream()
            .filter(slice -> slice.getEmpty() || slice.getTrusted())
            .map(SliceRow::getSliceIndex)
            .collect(Collectors.toSet());
    if (!hasTrusted || included.size() == slices.size()) {
      return WindowStatistics.NONE;
    }
    MergedSlices merged = new MergedSlices();
    lake.forEach(
        Dataset.SLICES,
        runId,
        slice -> {
          if (slice.getLabelSet().isEmpty() && included.contains(slice.getSliceIndex())) {
            merged.add(slice);
          }
        });
    SliceRow totals = merged.totals();
    return SliceFigures.statistics(totals, totals.getCoveredNs());
  }

  private static List<MarkRow> readMarks(CountedRows counted) throws IOException {
    List<MarkRow> marks = counted.rows(Dataset.MARKS);
    marks.sort(BY_TIME);
    return List.copyOf(marks);
  }

  private static List<GpuSliceRow> readGpuSlices(CountedRows counted) throws IOException {
    List<GpuSliceRow> slices = counted.rows(Dataset.GPU_SLICES);
    slices.sort(BY_SLICE_AND_GPU);
    return List.copyOf(slices);
  }

  private List<GpuTelemetry> readTelemetry(CountedRows counted, long start, long end)
      throws IOException {
    GpuTelemetryFold fold = new GpuTelemetryFold(start, end, GpuField.with(options.gpuFields()));
    counted.forEach(Dataset.GPU_SAMPLES, fold::add);
    return fold.finish();
  }

  /**
   * Returns which metrics apply to a run: no comparison of token counts if the client uses the
   * server's counts, and no token metrics if responses have no tokens.
   *
   * @param tokenSource as in {@link RunRow}
   */
  static Predicate<Metric> wanted(String tokenSource) {
    boolean serverCounts = "server_usage".equalsIgnoreCase(tokenSource);
    boolean noTokens = "none".equalsIgnoreCase(tokenSource);
    return metric ->
        !(serverCounts && metric.is(Metric.Flag.USAGE_DIFFERENCE))
            && !(noTokens && metric.is(Metric.Flag.PRODUCES_TOKENS));
  }

  /** Returns the arrived tokens, which rows of requests do not contain. */
  private static Map<Metric, Long> arrivedTokens(SliceRow totals) {
    long tokens = totals.getOutputTokensArrived();
    return tokens == 0 ? Map.of() : Map.of(Metric.ARRIVED_OUTPUT_TOKENS, tokens);
  }

  private WindowStatistics warmup(PhaseRequests requests, RunRow run) throws IOException {
    PhaseRequests.Span span = requests.span();
    WindowFold all =
        new WindowFold(Windows.one(requests.rows(), span.nanos()), options.roundTrip(), Map.of());
    RequestStatistics.read(requests, wanted(run.getTokenSource()), all);
    AiperfSlices.Bounds phase =
        new AiperfSlices.Bounds(span.startEpochNanos(), span.endEpochNanos(), true);
    return all.finish()
        .get(0)
        .completedBy(RequestSweep.over(requests, run.getStreaming(), List.of(phase)).get(0));
  }

  private static List<AiperfSlice> aiperfSlices(
      AiperfSlices cells, List<WindowStatistics> statistics, List<WindowStatistics> swept) {
    List<AiperfSlice> slices = new ArrayList<>();
    for (int i = 0; i < statistics.size(); i++) {
      AiperfSlices.Bounds bounds = cells.bounds().get(i);
      slices.add(
          new AiperfSlice(
              bounds.startEpochNanos(),
              bounds.endEpochNanos(),
              bounds.complete(),
              statistics.get(i).completedBy(swept.get(i))));
    }
    return List.copyOf(slices);
  }

  private static long goodTokens(WindowStatistics statistics, SliceRow totals) {
    return totals.getJudgedRequests() == 0
        ? GpuEnergy.UNKNOWN
        : statistics.values().getOrDefault(Metric.GOOD_OUTPUT_TOKENS, 0.0).longValue();
  }

  private static List<DatasetRows> countRows(CountedRows counted, RunRow run) throws IOException {
    Map<String, OptionalLong> expected = new HashMap<>();
    for (DatasetCount count : run.getRows()) {
      expected.put(count.getDataset(), OptionalLong.of(count.getRows()));
    }
    List<DatasetRows> rows = new ArrayList<>();
    for (Dataset<?> dataset : Dataset.ALL) {
      rows.add(
          new DatasetRows(
              dataset.name(),
              expected.getOrDefault(dataset.name(), OptionalLong.empty()),
              counted.count(dataset)));
    }
    return List.copyOf(rows);
  }

  /**
   * Returns one sentence for each lane with events that were rejected because their times are more
   * than an hour ahead of Kafka's clock, ordered by lane. Such events count in no figure and do not
   * advance the lane's frontier.
   */
  private static List<String> readAheadOfKafka(CountedRows counted) throws IOException {
    Map<String, Long> events = new TreeMap<>();
    counted.forEach(
        Dataset.REJECTED,
        row -> {
          if (row.getReason().startsWith(RejectionReason.AHEAD_OF_KAFKA)) {
            events.merge(row.getLaneId(), 1L, Long::sum);
          }
        });
    return events.entrySet().stream().map(RunReportReader::aheadOfKafka).toList();
  }

  private static String aheadOfKafka(Map.Entry<String, Long> events) {
    return String.format(
        Locale.ROOT,
        "lane %s has %,d %s more than an hour ahead of Kafka's clock, in the dataset rejected (set"
            + " the clocks of its machine and of the brokers)",
        events.getKey(),
        events.getValue(),
        events.getValue() == 1 ? "event" : "events");
  }
}
