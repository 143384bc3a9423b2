package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.cli.coordinator.LiveLane;
import io.longhaul.cli.coordinator.RunListener;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.json.LiveSliceJson;
import io.longhaul.sinks.report.AiperfResult;
import io.longhaul.sinks.report.LiveTotals;
import io.longhaul.wire.ServerSample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What is known of a run now: what was told, added up. Bounded however long the run lasts. For one
 * thread.
 */
final class RunState implements RunListener {
  /** So many of the newest slices, and of the newest warnings, are kept. */
  static final int MAX_SLICES = 60;

  static final int MAX_WARNINGS = 20;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LiveTotals totals = new LiveTotals();
  private final Deque<JsonNode> newestSlices = new ArrayDeque<>();
  private final Deque<String> warnings = new ArrayDeque<>();
  private final Map<String, LatestScrape> pages = new TreeMap<>();
  private Supplier<List<LiveLane>> lanes = List::of;
  private ProgressStage stage = ProgressStage.STARTING;
  private String stoppingBecause = "";
  private long runStartEpochNanos;
  private long newestSlice = -1;
  private boolean newestIsTrusted = true;
  private int generators;
  private boolean ready;
  private String failure = "";

  /** Those of the documents; null until they are written. */
  private List<AiperfResult> results;

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
    advanceTo(ProgressStage.RUNNING);
  }

  @Override
  public void warned(String warning) {
    if (warnings.size() == MAX_WARNINGS) {
      warnings.removeFirst();
    }
    warnings.addLast(warning);
  }

  @Override
  public void stopping(String because) {
    if (!because.isEmpty()) {
      stoppingBecause = because;
    }
    advanceTo(ProgressStage.STOPPING);
  }

  @Override
  public void loadEnded() {
    advanceTo(ProgressStage.COUNTING);
  }

  /** The run has failed, which ends it. */
  void failed(String because) {
    failure = because;
    advanceTo(ProgressStage.FAILED);
  }

  /** There is no way back: what was told late changes nothing. */
  private void advanceTo(ProgressStage next) {
    if (next.compareTo(stage) > 0) {
      stage = next;
    }
  }

  /** The documents are written: from now on their figures are told. */
  void resultsExported(List<AiperfResult> ofDocuments) {
    results = List.copyOf(ofDocuments);
    advanceTo(ProgressStage.DONE);
  }

  /** A page of a server's metrics was read, or a part of one that is long. */
  void sampled(ServerSample sample) {
    pages.computeIfAbsent(sample.getUrl(), any -> new LatestScrape()).add(sample);
  }

  /** The newest reading of each page of a server's metrics, by URL. */
  Map<String, LatestScrape> pages() {
    return pages;
  }

  /** From now on generators are asked there. */
  void follow(Supplier<List<LiveLane>> liveLanes) {
    lanes = liveLanes;
  }

  /**
   * Adds a slice.
   *
   * @return what is told of it
   */
  JsonNode finished(SliceRow slice) {
    totals.add(slice);
    newestSlice = slice.getSliceIndex();
    newestIsTrusted = slice.getTrusted() || slice.getEmpty();
    if (newestSlices.size() == MAX_SLICES) {
      newestSlices.removeFirst();
    }
    JsonNode json = jsonOf(slice);
    newestSlices.addLast(json);
    return json;
  }

  private JsonNode jsonOf(SliceRow slice) {
    try {
      return MAPPER.readTree(LiveSliceJson.of(slice, runStartEpochNanos));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // we wrote it ourselves
    }
  }

  ProgressStage stage() {
    return stage;
  }

  /** The stop condition that came true; empty when none did. */
  String stoppingBecause() {
    return stoppingBecause;
  }

  /** Why the run failed; empty when it did not. */
  String failure() {
    return failure;
  }

  /** Whether the generators were ready, and the run has not failed since. */
  boolean isReady() {
    return ready && stage != ProgressStage.FAILED;
  }

  /** Whether nothing is to come any more. */
  boolean isOver() {
    return stage.compareTo(ProgressStage.DONE) >= 0;
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** When the measurement began; 0 before that is known. */
  long runStartEpochNanos() {
    return runStartEpochNanos;
  }

  int generators() {
    return generators;
  }

  /** Those that are ready or send: neither ended nor lost. */
  long generatorsAlive() {
    if (!ready) {
      return 0;
    }
    Map<String, List<LiveLane>> lanesOf =
        lanes().stream().collect(Collectors.groupingBy(LiveLane::processId));
    return generators - lanesOf.values().stream().filter(RunState::isGone).count();
  }

  /** Between the end of the warm-up and the measurement a generator only waits. */
  private static boolean isGone(List<LiveLane> lanes) {
    return lanes.stream().anyMatch(LiveLane::lost)
        || (lanes.stream().anyMatch(lane -> !lane.warmup())
            && lanes.stream().allMatch(LiveLane::isOver));
  }

  List<LiveLane> lanes() {
    return lanes.get();
  }

  /** Oldest first. */
  List<JsonNode> newestSlices() {
    return List.copyOf(newestSlices);
  }

  /** -1 before there is one. */
  long newestSlice() {
    return newestSlice;
  }

  boolean newestIsTrusted() {
    return newestIsTrusted;
  }

  LiveTotals totals() {
    return totals;
  }

  /** Slices that were never told: the topic of live slices gives no guarantee. */
  long slicesMissing() {
    return newestSlice + 1 - totals.slices();
  }

  boolean isExported() {
    return results != null;
  }

  /** Of the whole run when its documents are written, else of the slices until now. */
  List<AiperfResult> metrics() {
    return isExported() ? results : totals.results();
  }
}
