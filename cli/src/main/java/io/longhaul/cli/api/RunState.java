package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.coordinator.LiveLane;
import io.longhaul.control.coordinator.RunListener;
import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.AiperfResult;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.figures.LiveTotals;
import io.longhaul.report.html.GpuGauge;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.report.longhaul.SliceRowJson;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Mark;
import io.longhaul.wire.ServerSample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a run, accumulated from its events. Its size is bounded for runs of any
 * length. Not thread-safe.
 */
final class RunState implements RunListener {
  /** Number of newest slices that are retained. */
  static final int MAX_SLICES = 60;

  static final int MAX_WARNINGS = 20;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** An older sample of a GPU is not current. */
  private static final long GPU_SAMPLE_VALID_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LiveTotals totals = new LiveTotals();
  private final Deque<JsonNode> newestSlices = new ArrayDeque<>();
  private final Deque<String> warnings = new ArrayDeque<>();
  private final List<Mark> marks = new ArrayList<>();
  private final Map<String, LatestScrape> pages = new TreeMap<>();
  private Supplier<List<LiveLane>> lanes = List::of;
  private ProgressStage stage = ProgressStage.STARTING;
  private String stoppingBecause = "";
  private long runStartEpochNanos;
  private long slicesFinished;
  private long slicesNotTrusted;
  private @Nullable SliceRow newestSlice;
  private LiveStability.Judgement judgement = LiveStability.Judgement.NONE;
  private final TreeMap<GpuId, GpuValues> gpus = new TreeMap<>();
  private int generators;
  private boolean ready;
  private String failure = "";

  private final LiveCharts charts;
  private final LongSupplier nowEpochNanos;

  /** Metrics of the documents; null until they are written. */
  private @Nullable List<AiperfResult> results;

  /**
   * A sample of a GPU.
   *
   * @param hostname name of its machine; empty if the exporter does not report it
   * @param epochNanos time when it arrived
   * @param values in the units of the exporter's samples
   */
  record GpuValues(String model, String hostname, long epochNanos, Map<GpuGauge, Double> values) {}

  /**
   * @param charts charts of the run
   * @param nowEpochNanos the wall clock
   */
  RunState(LiveCharts charts, LongSupplier nowEpochNanos) {
    this.charts = charts;
    this.nowEpochNanos = nowEpochNanos;
  }

  @Override
  public void generatorsPresent(int present) {
    generators = present;
    advanceTo(ProgressStage.PREPARING);
  }

  @Override
  public void generatorsReady() {
    ready = true;
    advanceTo(ProgressStage.READY);
  }

  @Override
  public void warmupStarted() {
    advanceTo(ProgressStage.WARMING_UP);
  }

  @Override
  public void starting(long epochNanos) {
    runStartEpochNanos = epochNanos;
    charts.starts(epochNanos);
    marks.forEach(this::chart); // those of earlier coordinators
    advanceTo(ProgressStage.RUNNING);
  }

  @Override
  public void warned(String warning) {
    if (warnings.size() == MAX_WARNINGS) {
      warnings.removeFirst();
    }
    warnings.addLast(warning);
    charts.fault(nowEpochNanos.getAsLong(), warning);
  }

  @Override
  public void marked(Mark mark) {
    marks.add(mark);
    chart(mark);
  }

  private void chart(Mark mark) {
    charts.marked(mark.getAddedEpochNs(), mark.getText());
  }

  @Override
  public void stopping(String because) {
    if (!because.isEmpty()) {
      stoppingBecause = because;
    }
    markEnd(because);
    advanceTo(ProgressStage.STOPPING);
  }

  private void markEnd(String because) {
    if (stage.compareTo(ProgressStage.STOPPING) < 0) {
      charts.loadChanged(
          nowEpochNanos.getAsLong(),
          because.isEmpty() ? "End of the load" : "End of the load: " + because);
    }
  }

  @Override
  public void loadEnded() {
    markEnd("");
    advanceTo(ProgressStage.COUNTING);
  }

  /** Records that the run has failed. */
  void failed(String because) {
    failure = because;
    advanceTo(ProgressStage.FAILED);
  }

  /** Advances to a later stage; ignores an earlier one. */
  private void advanceTo(ProgressStage next) {
    if (next.compareTo(stage) > 0) {
      stage = next;
    }
  }

  /** Records that the documents are written; their figures are reported from now on. */
  void resultsExported(List<AiperfResult> ofDocuments) {
    results = List.copyOf(ofDocuments);
    advanceTo(ProgressStage.DONE);
  }

  /** Records that the run is over; its documents are unknown. */
  void ended() {
    advanceTo(ProgressStage.DONE);
  }

  /** Adds a scrape of a server's metrics page, or a part of a long one. */
  void sampled(ServerSample sample) {
    LatestScrape page = pages.computeIfAbsent(sample.getUrl(), any -> new LatestScrape());
    if (page.add(sample)) {
      long now = nowEpochNanos.getAsLong();
      charts.serverSampled(sample.getUrl(), now, SampleValues.of(page.newest()));
      SampleValues.firstTokens(page.newest())
          .ifPresent(counters -> charts.serverAnswered(sample.getUrl(), now, counters));
    }
  }

  /** Adds a sample of a GPU. */
  void sampled(GpuSample sample) {
    GpuId gpu =
        new GpuId(
            sample.getExporterUrl(),
            sample.getGpuIndex(),
            sample.getGpuUuid(),
            sample.getMigInstance());
    long now = nowEpochNanos.getAsLong();
    Map<GpuGauge, Double> values = SampleValues.of(sample);
    gpus.put(gpu, new GpuValues(sample.getGpuModel(), sample.getHostname(), now, values));
    charts.gpuSampled(
        gpu,
        sample.getHostname().isEmpty() ? sample.getExporterUrl() : sample.getHostname(),
        now,
        values);
  }

  /** Returns the newest sample of each GPU that was sampled in the last 30 s. */
  SortedMap<GpuId, GpuValues> gpus() {
    long oldest = nowEpochNanos.getAsLong() - GPU_SAMPLE_VALID_NANOS;
    gpus.values().removeIf(sample -> sample.epochNanos() < oldest);
    return gpus;
  }

  /** Returns the charts so far. */
  LiveCharts charts() {
    return charts;
  }

  /** Returns the latest scrape of each server's metrics page, by URL. */
  Map<String, LatestScrape> pages() {
    return pages;
  }

  /** Sets the source of the generators' state. */
  void follow(Supplier<List<LiveLane>> liveLanes) {
    lanes = liveLanes;
  }

  /**
   * Adds a finished slice.
   *
   * @return the slice as JSON
   */
  JsonNode finished(SliceRow slice) {
    totals.add(slice);
    charts.finished(slice);
    slicesFinished = slice.getSliceIndex() + 1;
    newestSlice = slice;
    if (!slice.getTrusted() && !slice.getEmpty()) {
      slicesNotTrusted++;
    }
    if (newestSlices.size() == MAX_SLICES) {
      newestSlices.removeFirst();
    }
    JsonNode json = jsonOf(slice);
    newestSlices.addLast(json);
    return json;
  }

  /** Sets the verdicts on the stability of the figures. */
  void judged(LiveStability.Judgement newest) {
    judgement = newest;
    charts.judged(newest);
  }

  /** Returns the verdicts on the stability of the figures after the newest slice. */
  LiveStability.Judgement judgement() {
    return judgement;
  }

  private JsonNode jsonOf(SliceRow slice) {
    try {
      return MAPPER.readTree(SliceRowJson.live(slice, runStartEpochNanos));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // SliceRowJson writes valid JSON
    }
  }

  ProgressStage stage() {
    return stage;
  }

  /** Returns the stop condition that was met; empty if none was. */
  String stoppingBecause() {
    return stoppingBecause;
  }

  /** Returns why the run failed; empty if it did not. */
  String failure() {
    return failure;
  }

  /** Returns whether the generators are ready and the run has not failed. */
  boolean isReady() {
    return ready && stage != ProgressStage.FAILED;
  }

  /** Returns whether the run is done or has failed. */
  boolean isOver() {
    return stage.compareTo(ProgressStage.DONE) >= 0;
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Returns the marks of the run, oldest first. */
  List<Mark> marks() {
    return List.copyOf(marks);
  }

  /** Returns the start of the profiling phase, in nanoseconds since the epoch; 0 if unknown. */
  long runStartEpochNanos() {
    return runStartEpochNanos;
  }

  int generators() {
    return generators;
  }

  /** Returns the number of generators that have neither ended nor been lost. */
  long generatorsAlive() {
    if (!ready) {
      return 0;
    }
    Map<String, List<LiveLane>> lanesOf =
        lanes().stream().collect(Collectors.groupingBy(LiveLane::processId));
    return generators - lanesOf.values().stream().filter(RunState::isGone).count();
  }

  /**
   * Returns whether a generator has ended or was lost; between warm-up and profiling it only waits.
   */
  private static boolean isGone(List<LiveLane> lanes) {
    return lanes.stream().anyMatch(LiveLane::lost)
        || (lanes.stream().anyMatch(lane -> !lane.warmup())
            && lanes.stream().allMatch(LiveLane::isOver));
  }

  List<LiveLane> lanes() {
    return lanes.get();
  }

  /** Returns the newest slices as JSON, oldest first. */
  List<JsonNode> newestSlices() {
    return List.copyOf(newestSlices);
  }

  /** Returns the newest slice; empty before the first one. */
  Optional<SliceRow> newestSlice() {
    return Optional.ofNullable(newestSlice);
  }

  /** Returns the number of slices that cannot be trusted, of those received. */
  long slicesNotTrusted() {
    return slicesNotTrusted;
  }

  LiveTotals totals() {
    return totals;
  }

  /**
   * Returns the number of slices that were not received; the topic of live slices has no delivery
   * guarantee.
   */
  long slicesMissing() {
    return slicesFinished - totals.slices();
  }

  boolean isExported() {
    return results != null;
  }

  /**
   * Returns the metrics of the whole run once its documents are written, otherwise those of the
   * slices so far.
   */
  List<AiperfResult> metrics() {
    return results == null ? totals.results() : results;
  }
}
