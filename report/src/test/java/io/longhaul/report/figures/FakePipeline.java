package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.RUN_START_EPOCH_NS;

import io.longhaul.export.DatasetCount;
import io.longhaul.export.DistrustCause;
import io.longhaul.export.ErrorCount;
import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.Objective;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunGenerator;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerPage;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestFacts;
import io.longhaul.metrics.RequestFormulas;
import io.longhaul.metrics.Validity;
import io.longhaul.metrics.stats.Distribution;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Does the work of the pipeline for the requests of a test: divides them into slices of one second,
 * adds up totals and writes everything to a lake, one file after another.
 */
public final class FakePipeline {
  private static final long SLICE_NANOS = 1_000_000_000;
  private static final Map<String, String> COLUMNS =
      Map.of(
          "ok", "requests_ok",
          "http_error", "http_errors",
          "transport_error", "transport_errors",
          "protocol_error", "protocol_errors",
          "truncated", "truncated",
          "timeout", "timeouts",
          "lost", "lost",
          "cancelled", "cancelled",
          "in_flight_at_stop", "in_flight_at_stop");

  /** Outcomes of requests that are counted by reason; of {@code ok} those that are not valid. */
  private static final Set<String> ERRORS =
      Set.of("ok", "http_error", "protocol_error", "transport_error");

  private static final String DAY = "2026-01-02.";

  private final Path lake;
  private final String runId;
  private final List<RequestRow> requests = new ArrayList<>();
  private final List<GpuSampleRow> gpuSamples = new ArrayList<>();
  private final List<GpuSliceRow> gpuSlices = new ArrayList<>();
  private final List<ServerSampleRow> serverSamples = new ArrayList<>();
  private final List<HandshakeRow> handshakes = new ArrayList<>();
  private final List<MarkRow> marks = new ArrayList<>();
  private final List<RejectedRow> rejected = new ArrayList<>();
  private List<ServerPage> serverPages = List.of();
  private List<RunGenerator> generators = List.of();
  private String configurationJson = "{}";
  private String endpointType = "chat";
  private boolean streaming = true;
  private String tokenSource = "client_tokenizer";
  private List<Objective> objectives = List.of();
  private long warmupRequests;
  private String stopCondition = "";
  private boolean slicedByModel;
  private boolean replayed;
  private boolean laneLost;
  private boolean unplanned;
  private int files;

  public FakePipeline(Path lake, String runId) {
    this.lake = lake;
    this.runId = runId;
  }

  public FakePipeline with(RequestRow.Builder request) {
    long slice = (request.getEndedEpochNs() - RUN_START_EPOCH_NS) / SLICE_NANOS;
    boolean warmup = request.getPhase().equals("warmup");
    requests.add(request.setSliceIndex(warmup ? -1 : slice).build());
    return this;
  }

  public FakePipeline with(GpuSampleRow.Builder sample) {
    gpuSamples.add(sample.build());
    return this;
  }

  public FakePipeline with(ServerSampleRow.Builder sample) {
    serverSamples.add(sample.build());
    return this;
  }

  public FakePipeline with(HandshakeRow handshake) {
    handshakes.add(handshake);
    return this;
  }

  public FakePipeline marked(long epochNanos, String text) {
    long slice = (epochNanos - RUN_START_EPOCH_NS) / SLICE_NANOS;
    marks.add(new MarkRow(runId, "c.1.0", epochNanos, slice, text, "command"));
    return this;
  }

  public FakePipeline scraping(ServerPage... pages) {
    serverPages = List.of(pages);
    return this;
  }

  public FakePipeline carriedBy(RunGenerator... processes) {
    generators = List.of(processes);
    return this;
  }

  /** Rejects an event of a lane. */
  public FakePipeline rejecting(String laneId, long seq, String reason) {
    rejected.add(
        RejectedRow.newBuilder()
            .setRunId(runId)
            .setLaneId(laneId)
            .setKind("frag")
            .setSeq(seq)
            .setTopic("longhaul.timing")
            .setPartition(0)
            .setOffset(seq)
            .setAppendEpochMs(RUN_START_EPOCH_NS / 1_000_000)
            .setReason(reason)
            .setKey(ByteBuffer.allocate(0))
            .setPayload(ByteBuffer.allocate(0))
            .build());
    return this;
  }

  public FakePipeline with(GpuSliceRow slice) {
    gpuSlices.add(slice);
    return this;
  }

  public FakePipeline configuredBy(String json) {
    configurationJson = json;
    return this;
  }

  public FakePipeline speaking(String endpoint, boolean streams) {
    endpointType = endpoint;
    streaming = streams;
    return this;
  }

  public FakePipeline countedBy(String source) {
    tokenSource = source;
    return this;
  }

  public FakePipeline promising(String tag, double threshold) {
    objectives = new ArrayList<>(objectives);
    objectives.add(new Objective(tag, threshold));
    return this;
  }

  public FakePipeline replayed() {
    replayed = true;
    return this;
  }

  public FakePipeline slicedByModel() {
    slicedByModel = true;
    return this;
  }

  public FakePipeline stoppedBecause(String condition) {
    stopCondition = condition;
    return this;
  }

  /** Loses the lane of the run after one second; whether it sent more requests is unknown. */
  public FakePipeline losingItsLane() {
    laneLost = true;
    return this;
  }

  /** Only time limits the run. */
  public FakePipeline limitedByTime() {
    unplanned = true;
    return this;
  }

  public FakePipeline warmedUpBy(long howMany) {
    warmupRequests = howMany;
    return this;
  }

  /** The run as it is when it has ended well. */
  public Lake finished(long loadEndedEpochNanos) throws IOException {
    List<SliceRow> slices = slicesUpTo(loadEndedEpochNanos);
    Lake written = crashedAfter(slices);
    Map<String, MergedSlices> merged = new TreeMap<>();
    for (SliceRow slice : slices) {
      merged.computeIfAbsent(slice.getLabelSet(), any -> new MergedSlices()).add(slice);
    }
    SliceRow totals = merged.remove("").totals();
    long count = slices.stream().filter(slice -> slice.getLabelSet().isEmpty()).count();
    RunRow summary = summary(totals, count, loadEndedEpochNanos);
    summary.put("label_totals", merged.values().stream().map(MergedSlices::totals).toList());
    write(Dataset.RUNS, List.of(summary));
    return written;
  }

  /** The run as a crash leaves it: these slices are committed and no summary. */
  public Lake crashedAfter(List<SliceRow> slices) throws IOException {
    int half = (requests.size() + 1) / 2;
    write(Dataset.REQUESTS, requests.subList(0, half));
    write(Dataset.REQUESTS, requests.subList(half, requests.size()));
    for (int i = slices.size() - 1; i >= 0; i--) {
      write(Dataset.SLICES, slices.subList(i, i + 1));
    }
    write(Dataset.GPU_SAMPLES, gpuSamples);
    write(Dataset.GPU_SLICES, gpuSlices);
    write(Dataset.SERVER_SAMPLES, serverSamples);
    write(Dataset.HANDSHAKES, handshakes);
    write(Dataset.MARKS, marks);
    write(Dataset.LEDGER, List.of(ledger(false), ledger(true)));
    write(Dataset.REJECTED, rejected);
    return new Lake(lake);
  }

  /** All slices of the run until then. */
  public List<SliceRow> slicesUpTo(long endEpochNanos) {
    List<SliceRow> slices = new ArrayList<>();
    long index = 0;
    for (long start = RUN_START_EPOCH_NS; start < endEpochNanos; start += SLICE_NANOS) {
      long end = Math.min(start + SLICE_NANOS, endEpochNanos);
      slices.add(slice(index, "", requests, start, end));
      for (String model : models()) {
        List<RequestRow> its =
            requests.stream().filter(row -> row.getModel().equals(model)).toList();
        slices.add(slice(index, "model=" + model, its, start, end));
      }
      index++;
    }
    return slices;
  }

  private Iterable<String> models() {
    return slicedByModel
        ? requests.stream().map(RequestRow::getModel).distinct().sorted().toList()
        : List.of();
  }

  private SliceRow slice(
      long index, String labelSet, List<RequestRow> members, long start, long end) {
    SliceRow slice = new SliceRow();
    slice.put("run_id", runId);
    slice.put("slice_index", index);
    slice.put("label_set", labelSet);
    slice.put("start_epoch_ns", start);
    slice.put("end_epoch_ns", start + SLICE_NANOS);
    slice.put("covered_ns", end - start);
    slice.put("generator_lanes", 1);
    slice.put("trusted", index != 1);
    slice.put("distrust", index != 1 ? List.of() : List.of("the generator paused 0.2 s"));
    slice.put(
        "distrust_causes",
        index != 1
            ? List.of()
            : List.of(new DistrustCause("generator_paused", 2e8, 1e8, "ns", null)));
    slice.put("in_flight_max", 3 + index);
    slice.put("errors", new ArrayList<ErrorCount>());
    if (labelSet.isEmpty()) {
      slice.put("gpu_energy_joules", joulesIn(index));
    }
    members.stream()
        .filter(request -> request.getSliceIndex() == index)
        .forEach(request -> count(request, slice));
    for (Metric metric : SliceColumn.metrics()) {
      distributionOf(metric, index, members, slice);
    }
    return slice;
  }

  /** Returns the energy of the GPUs in a slice; null without GPUs. */
  private @Nullable Double joulesIn(long index) {
    return gpuSlices.stream()
        .filter(gpu -> gpu.getSliceIndex() == index && gpu.getEnergyNanojoules() != null)
        .map(gpu -> gpu.getEnergyNanojoules() / 1e9)
        .reduce(Double::sum)
        .orElse(null);
  }

  private static void distributionOf(
      Metric metric, long index, List<RequestRow> members, SliceRow slice) {
    if (!RequestColumn.isInRows(metric)) {
      return;
    }
    Distribution distribution = metric.newDistribution();
    for (RequestRow request : members) {
      RowFacts facts = new RowFacts(request);
      long value = RequestFormulas.value(metric, facts);
      boolean counts = request.getSliceIndex() == index && Validity.of(facts).has(metric);
      if (counts && value != RequestFacts.NONE) {
        distribution.add(value);
      }
    }
    if (!distribution.isEmpty()) {
      SliceColumn.put(slice, metric, SliceColumn.row(distribution));
    }
  }

  private static void count(RequestRow request, SliceRow slice) {
    boolean valid = request.getRequestLatencyNs() != null;
    boolean sent = request.getSentEpochNs() != null;
    long start = sent ? request.getSentEpochNs() : request.getHandedEpochNs();
    add(slice, "requests_sent", sent ? 1 : 0);
    add(slice, "requests_ended", 1);
    add(slice, COLUMNS.get(request.getOutcome()), 1);
    add(slice, "chunks_arrived", request.getChunkAfterStartNs().size());
    add(slice, "in_flight_request_ns", request.getEndedEpochNs() - start);
    if (valid) {
      add(slice, "valid_requests", 1);
      add(slice, "finished_stop", 1);
      add(slice, "output_tokens_asked", orNone(request.getRequestedOutputTokens()));
      add(slice, "input_tokens_completed", orNone(request.getInputTokens()));
      add(slice, "output_tokens_completed", orNone(request.getOutputSequenceLength()));
      add(slice, "output_tokens_arrived", orNone(request.getOutputSequenceLength()));
      add(slice, "judged_requests", request.getGood() == null ? 0 : 1);
      add(slice, "good_requests", Boolean.TRUE.equals(request.getGood()) ? 1 : 0);
    } else if (ERRORS.contains(request.getOutcome())) {
      add(slice, "error_input_tokens", orNone(request.getInputTokens()));
      slice.getErrors().add(error(request));
    }
  }

  private static long orNone(Integer tokens) {
    return tokens == null ? 0 : tokens;
  }

  private static ErrorCount error(RequestRow request) {
    return ErrorCount.newBuilder()
        .setOutcome(request.getOutcome())
        .setStatus(request.getStatus())
        .setReason(request.getReason() == null ? "no content" : request.getReason())
        .setCount(1)
        .setFirstEpochNs(request.getEndedEpochNs())
        .setLastEpochNs(request.getEndedEpochNs())
        .setSampleRequestIds(List.of(request.getRequestId()))
        .build();
  }

  private static void add(SliceRow slice, String column, long more) {
    slice.put(column, (Long) slice.get(column) + more);
  }

  private RunRow summary(SliceRow totals, long slices, long loadEnded) {
    long ended = totals.getRequestsEnded();
    return RunRow.newBuilder()
        .setRunId(runId)
        .setToolVersion("0.1.0")
        .setConfigurationJson(configurationJson)
        .setRunStartEpochNs(RUN_START_EPOCH_NS)
        .setRunEndEpochNs(loadEnded)
        .setLoadEndedEpochNs(loadEnded)
        .setSliceDurationNs(SLICE_NANOS)
        .setSlices(slices)
        .setStopReason("completed")
        .setStopCondition(stopCondition)
        .setStatus("complete")
        .setIncompleteBecause(List.of())
        .setPlannedRequests(unplanned ? -1 : ended + 1)
        .setIssued(ended)
        .setNotIssued(laneLost ? 0 : 1)
        .setUnseenRequests(0)
        .setTotals(totals)
        .setGpuTotals(GpuTotals.merge(gpuSlices))
        .setServerPages(serverPages)
        .setWarmupRequests(warmupRequests)
        .setWarmupOk(warmupRequests)
        .setLanes(List.of(lane(ended)))
        .setRows(
            List.of(
                DatasetCount.newBuilder().setDataset("requests").setRows(requests.size()).build()))
        .setTokenSource(tokenSource)
        .setEndpointType(endpointType)
        .setStreaming(streaming)
        .setObjectives(objectives)
        .setFixedSchedule(replayed)
        .setGenerators(generators)
        .build();
  }

  private LaneEnd lane(long issued) {
    return LaneEnd.newBuilder()
        .setLaneId("g0.1.0.p")
        .setProcessId("g0")
        .setLaneKind("generator")
        .setPhase("profiling")
        .setEnd(laneLost ? "lost" : "ended")
        .setReason(laneLost ? "silent for 30 s" : null)
        .setStartEpochNs(RUN_START_EPOCH_NS)
        .setEndEpochNs(RUN_START_EPOCH_NS + SLICE_NANOS)
        .setIssued(issued)
        .setUnseenRequests(0)
        .setEvents(issued)
        .setDuplicates(0)
        .setDroppedDeclared(0)
        .setLostEvents(0)
        .setLastSeq(issued)
        .setClockErrorMaxNs(1_000)
        .setIssuedExact(!laneLost)
        .build();
  }

  private LedgerRow ledger(boolean totals) {
    LedgerRow row = new LedgerRow();
    row.put("run_id", runId);
    row.put("lane_id", "g0.1.0.p");
    row.put("phase", "profiling");
    row.put("slice_index", totals ? -1L : 0L);
    row.put("totals", totals);
    row.put("ok", requests.stream().filter(request -> request.getOutcome().equals("ok")).count());
    return row;
  }

  private <T extends SpecificRecordBase> void write(Dataset<T> dataset, List<T> rows)
      throws IOException {
    Path file = lake.resolve(dataset.name()).resolve(DAY + runId + ".part-" + files + ".parquet");
    files++;
    Files.createDirectories(file.getParent());
    WrittenRows.rows(dataset, file, rows);
  }

  /** Returns the report of a run with other slices, which need not be written. */
  static RunReport withSlices(RunReport report, List<SliceRow> slices, List<GpuSliceRow> gpus) {
    return new RunReport(
        report.run(),
        report.hasSummary(),
        report.startEpochNanos(),
        report.endEpochNanos(),
        report.statistics(),
        report.trusted(),
        report.warmup(),
        report.goodput(),
        report.aiperfSlices(),
        slices,
        gpus,
        report.gpuTelemetry(),
        report.gpuEfficiency(),
        report.energy(),
        report.availability(),
        report.errors(),
        report.marks(),
        report.ledger(),
        report.datasets(),
        report.aheadOfKafka());
  }
}
