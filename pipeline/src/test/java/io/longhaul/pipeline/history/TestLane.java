package io.longhaul.pipeline.history;

import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.Dropped;
import io.longhaul.wire.GeneratorFacts;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Handshake;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.RunClosed;
import io.longhaul.wire.RunStarted;
import io.longhaul.wire.ScrapeFailed;
import io.longhaul.wire.ServerHistogram;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.ServerSeries;
import io.longhaul.wire.SloThreshold;
import io.longhaul.wire.Stop;
import io.longhaul.wire.TokenSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Writes one lane to a log, record by record. Times are in milliseconds after the run's start.
 * Slices last one second.
 */
public final class TestLane {
  public static final String RUN = "run-1";

  private final EventCodecs codecs = new EventCodecs();
  private final FakeLog log;
  private final String run;
  private final String lane;
  private final LaneKind kind;
  private final Phase phase;
  private final String topic;
  private final int partition;
  private List<LabelDimension> dimensions = List.of();
  private List<Long> stages = List.of();
  private long nextSeq;
  private int nextMark;

  private TestLane(
      FakeLog log, String run, String lane, LaneKind kind, Phase phase, String topic, int p) {
    this.log = log;
    this.run = run;
    this.lane = lane;
    this.kind = kind;
    this.phase = phase;
    this.topic = topic;
    this.partition = p;
  }

  public static TestLane generator(FakeLog log, String lane, int partition) {
    return generator(log, RUN, lane, partition);
  }

  public static TestLane generator(FakeLog log, String run, String lane, int partition) {
    return new TestLane(
        log, run, lane, LaneKind.GENERATOR, Phase.PROFILING, "longhaul.timing", partition);
  }

  public static TestLane warmup(FakeLog log, String lane, int partition) {
    return warmup(log, RUN, lane, partition);
  }

  public static TestLane warmup(FakeLog log, String run, String lane, int partition) {
    return new TestLane(
        log, run, lane, LaneKind.GENERATOR, Phase.WARMUP, "longhaul.timing", partition);
  }

  public static TestLane sampler(FakeLog log, String lane) {
    return sampler(log, RUN, lane);
  }

  public static TestLane sampler(FakeLog log, String run, String lane) {
    return new TestLane(log, run, lane, LaneKind.SAMPLER, null, "longhaul.gpu", 0);
  }

  public static TestLane coordinator(FakeLog log) {
    return coordinator(log, RUN);
  }

  public static TestLane coordinator(FakeLog log, String run) {
    return coordinator(log, run, "c.1.0", 0);
  }

  public static TestLane coordinator(FakeLog log, String run, String lane, int partition) {
    return new TestLane(log, run, lane, LaneKind.COORDINATOR, null, "longhaul.timing", partition);
  }

  public String lane() {
    return lane;
  }

  /** Sets the dimensions by which the plan splits slices. */
  public TestLane slicedBy(List<LabelDimension> labelDimensions) {
    dimensions = labelDimensions;
    return this;
  }

  /** Sets the durations of the stages by which the plan splits slices. */
  public TestLane inStages(Long... nanos) {
    stages = List.of(nanos);
    return this;
  }

  public long nextSeq() {
    return nextSeq;
  }

  public FlatRecord started() {
    return started(started -> {});
  }

  /** Writes the first records of a coordinator that took over. */
  public void startedAfter(List<TestLane> predecessors) {
    started();
    predecessors.forEach(predecessor -> joined(predecessor, 0));
  }

  public FlatRecord started(Consumer<LaneStarted.Builder> change) {
    LaneStarted.Builder started =
        LaneStarted.newBuilder()
            .setRunId(run)
            .setLaneId(lane)
            .setProcessId(process())
            .setLaneKind(kind)
            .setPhase(phase)
            .setIncarnationEpochMs(1)
            .setAnchorEpochNs(Times.ANCHOR)
            .setAnchorErrorNs(50)
            .setTopic(topic)
            .setPartition(partition)
            .setPlan(plan().build());
    change.accept(started);
    return append(EventKind.LANE_STARTED, started.build());
  }

  private String process() {
    return lane.substring(0, lane.indexOf('.'));
  }

  /** Returns the plan of this lane. */
  public PlanFacts.Builder plan() {
    boolean sliced = kind == LaneKind.SAMPLER || phase == Phase.PROFILING;
    return PlanFacts.newBuilder()
        .setRunStartEpochNs(sliced ? Long.valueOf(Times.RUN_START) : null)
        .setSliceDurationNs(Times.seconds(1))
        .setSlos(List.of(new SloThreshold("request_latency", 500.0)))
        .setModels(List.of("model"))
        .setEndpointType("chat")
        .setStreaming(true)
        .setTokenSource(TokenSource.CLIENT_TOKENIZER)
        .setSampleIntervalNs(kind == LaneKind.SAMPLER ? Times.ms(100) : 0)
        .setLabelDimensions(dimensions)
        .setStageDurationsNs(stages);
  }

  public FlatRecord fragment(RequestFragment fragment) {
    return append(EventKind.REQUEST_FRAGMENT, fragment);
  }

  public void fragments(List<RequestFragment> fragments) {
    fragments.forEach(this::fragment);
  }

  /** Writes a heartbeat with this time and frontier. */
  public FlatRecord heartbeat(long frontierMillis) {
    return heartbeat(frontierMillis, beat -> {});
  }

  public FlatRecord heartbeat(long frontierMillis, Consumer<Heartbeat.Builder> change) {
    Heartbeat.Builder beat =
        Heartbeat.newBuilder()
            .setAtNs(Times.at(frontierMillis))
            .setFrontierNs(Times.at(frontierMillis))
            .setAckedBelow(0)
            .setNotIssued(NotIssued.newBuilder().build())
            .setHealth(Health.newBuilder().build());
    change.accept(beat);
    return append(EventKind.HEARTBEAT, beat.build());
  }

  public FlatRecord dropped(long from, long to) {
    return append(EventKind.DROPPED, new Dropped(from, to, "buffer full", 0L));
  }

  public FlatRecord ended(long atMillis) {
    return ended(atMillis, 0);
  }

  public FlatRecord ended(long atMillis, long issued) {
    return append(EventKind.LANE_ENDED, laneEnded(atMillis, issued));
  }

  private static LaneEnded laneEnded(long atMillis, long issued) {
    return LaneEnded.newBuilder()
        .setAtNs(Times.at(atMillis))
        .setIssued(issued)
        .setNotIssued(NotIssued.newBuilder().build())
        .setTotals(LedgerEntry.newBuilder().setSliceIndex(-1).setOk(issued).build())
        .build();
  }

  /** Writes a sample of one GPU. */
  public FlatRecord sample(long atMillis, String gpu, double watts, double joules) {
    return append(
        EventKind.GPU_SAMPLE,
        GpuSample.newBuilder()
            .setAtNs(Times.at(atMillis))
            .setUncertaintyNs(1000)
            .setExporterUrl("http://gpu:9400")
            .setGpuUuid(gpu)
            .setGpuIndex(0)
            .setPowerWatts(watts)
            .setEnergyJoules(joules)
            .build());
  }

  /** Writes a sample whose values had this age when they were scraped. */
  public FlatRecord agedSample(long atMillis, String gpu, long ageMillis) {
    return append(
        EventKind.GPU_SAMPLE,
        GpuSample.newBuilder()
            .setAtNs(Times.at(atMillis))
            .setUncertaintyNs(1000)
            .setAgeNs(Times.ms(ageMillis))
            .setExporterUrl("http://gpu:9400")
            .setGpuUuid(gpu)
            .setGpuIndex(0)
            .setPowerWatts(100.0)
            .build());
  }

  /** Writes a sample of a GPU with this total number of corrected memory errors. */
  public FlatRecord eccSample(long atMillis, String gpu, long singleBitErrors) {
    return append(
        EventKind.GPU_SAMPLE,
        GpuSample.newBuilder()
            .setAtNs(Times.at(atMillis))
            .setUncertaintyNs(1000)
            .setExporterUrl("http://gpu:9400")
            .setGpuUuid(gpu)
            .setGpuIndex(0)
            .setOther(Map.of("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", (double) singleBitErrors))
            .build());
  }

  public FlatRecord scrapeFailed(long atMillis) {
    return append(
        EventKind.SCRAPE_FAILED,
        new ScrapeFailed(Times.at(atMillis), "http://gpu:9400", "connection refused", false));
  }

  /** Writes a scrape of a server with one gauge and one histogram. */
  public FlatRecord serverSample(long atMillis, String url, double running, int leftOut) {
    return append(
        EventKind.SERVER_SAMPLE,
        ServerSample.newBuilder()
            .setAtNs(Times.at(atMillis))
            .setUncertaintyNs(1000)
            .setUrl(url)
            .setSeries(
                List.of(
                    ServerSeries.newBuilder()
                        .setName("running")
                        .setType("gauge")
                        .setHelp("Requests.")
                        .setLabels(Map.of("engine", "0"))
                        .setValue(running)
                        .build(),
                    ServerSeries.newBuilder()
                        .setName("ttft_seconds")
                        .setType("histogram")
                        .setHistogram(
                            new ServerHistogram(
                                1.5,
                                2.0,
                                List.of(1.0, Double.POSITIVE_INFINITY),
                                List.of(1.0, 2.0)))
                        .build()))
            .setLeftOut(leftOut)
            .build());
  }

  public FlatRecord handshake(long atMillis, long tookMicros) {
    return append(EventKind.HANDSHAKE, handshakeOf(atMillis, tookMicros).build());
  }

  public FlatRecord handshakeFailed(long atMillis) {
    return append(
        EventKind.HANDSHAKE,
        handshakeOf(atMillis, 50)
            .setErrorType("ConnectException")
            .setErrorMessage("Connection refused")
            .build());
  }

  private static Handshake.Builder handshakeOf(long atMillis, long tookMicros) {
    return Handshake.newBuilder()
        .setAtNs(Times.at(atMillis))
        .setTookNs(tookMicros * 1_000)
        .setUrl("http://server:8000")
        .setHost("server")
        .setPort(8000);
  }

  public FlatRecord serverScrapeFailed(long atMillis, String url) {
    return append(
        EventKind.SCRAPE_FAILED, new ScrapeFailed(Times.at(atMillis), url, "malformed", true));
  }

  public FlatRecord runStarted() {
    return append(
        EventKind.RUN_STARTED,
        RunStarted.newBuilder()
            .setAtNs(0)
            .setRunStartEpochNs(Times.RUN_START)
            .setPlan(plan().setRunStartEpochNs(Times.RUN_START).build())
            .setConfigurationJson("{}")
            .setToolVersion("test")
            .setPlannedRequests(7)
            .setGenerators(
                List.of(
                    new GeneratorFacts(
                        "g0", "generator-0", "host-a", "test", -1_500_000L, 200_000L)))
            .build());
  }

  /** Joins a lane to this coordinator's run, from this time. */
  public FlatRecord joined(TestLane other, long fromMillis) {
    return append(
        EventKind.LANE_JOINED,
        LaneJoined.newBuilder()
            .setAtNs(0)
            .setLaneId(other.lane)
            .setProcessId(other.process())
            .setLaneKind(other.kind)
            .setPhase(other.phase)
            .setTopic(other.topic)
            .setPartition(other.partition)
            .setJoinsEpochNs(Times.epochAt(fromMillis))
            .build());
  }

  /** Adds the next mark of this coordinator. */
  public FlatRecord marked(long atMillis, String text) {
    return marked(nextMark++, atMillis, text);
  }

  /** Adds a mark with this number; the coordinator's own counter is unchanged. */
  public FlatRecord marked(int number, long atMillis, String text) {
    Mark mark = new Mark(number, Times.epochAt(atMillis), text, MarkSource.COMMAND);
    byte[] payload = codecs.encode(EventKind.MARK, mark);
    return log.append(topic, partition, RecordKey.mark(run, lane), payload);
  }

  public FlatRecord stop(long loadEndedMillis) {
    return append(
        EventKind.STOP,
        new Stop(Times.at(loadEndedMillis), "completed", Times.epochAt(loadEndedMillis), ""));
  }

  /** Writes the coordinator's verdict to this lane's partition. */
  public FlatRecord lost() {
    return lost(null);
  }

  /**
   * Writes the coordinator's verdict with a surviving count.
   *
   * @param issued requests that were issued; null without a count
   */
  public FlatRecord lost(Long issued) {
    return lost(issued, true);
  }

  /**
   * Writes the coordinator's verdict about a process that may still run.
   *
   * @param issuedFinal whether the process has ended
   */
  public FlatRecord lost(Long issued, boolean issuedFinal) {
    return append(verdict().setIssued(issued).setIssuedFinal(issuedFinal).build());
  }

  /** Writes the verdict by which another coordinator takes over from this one. */
  public FlatRecord lostTo(TestLane successor, long frontierMillis) {
    return append(
        verdict()
            .setSuccessorLaneId(successor.lane)
            .setSuccessorFrontierEpochNs(Times.epochAt(frontierMillis))
            .build());
  }

  private LaneLost.Builder verdict() {
    return LaneLost.newBuilder()
        .setRunId(run)
        .setLaneId(lane)
        .setReason("silent")
        .setJudgedEpochNs(0);
  }

  private FlatRecord append(LaneLost verdict) {
    RecordKey key = RecordKey.verdict(run, lane, EventKind.LANE_LOST);
    return log.append(topic, partition, key, codecs.encode(EventKind.LANE_LOST, verdict));
  }

  /** Closes the run for this lane. */
  public FlatRecord closed() {
    RecordKey key = RecordKey.verdict(run, lane, EventKind.RUN_CLOSED);
    byte[] payload = codecs.encode(EventKind.RUN_CLOSED, new RunClosed(run, lane));
    return log.append(topic, partition, key, payload);
  }

  /** Skips records, as if they never reached the log. */
  public void skipRecords(int howMany) {
    nextSeq += howMany;
  }

  /** Writes a record of this kind with an undecodable payload. */
  public FlatRecord garbled(EventKind garbled) {
    RecordKey key =
        garbled.hasSeq()
            ? RecordKey.event(run, lane, garbled, nextSeq++)
            : RecordKey.mark(run, lane);
    return log.append(topic, partition, key, new byte[] {9, 9, 9});
  }

  /** Writes the next record with this seq, like a resend; the lane's own counter is unchanged. */
  public void resend(long seq, Runnable write) {
    long savedSeq = nextSeq;
    nextSeq = seq;
    write.run();
    nextSeq = savedSeq;
  }

  /** Writes the next record to another partition. */
  public FlatRecord misroutedHeartbeat(int otherPartition) {
    RecordKey key = RecordKey.event(run, lane, EventKind.HEARTBEAT, nextSeq++);
    return log.append(topic, otherPartition, key, new byte[] {1});
  }

  private FlatRecord append(EventKind what, SpecificRecordBase event) {
    RecordKey key = RecordKey.event(run, lane, what, nextSeq++);
    return log.append(topic, partition, key, codecs.encode(what, event));
  }
}
