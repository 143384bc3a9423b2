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
 * Tells one lane into a log, record by record; times are milliseconds after the run's start. Slices
 * are a second long.
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
    return new TestLane(log, run, "c.1.0", LaneKind.COORDINATOR, null, "longhaul.timing", 0);
  }

  public String lane() {
    return lane;
  }

  /** By what the plan tells slices apart. */
  public TestLane slicedBy(List<LabelDimension> labelDimensions) {
    dimensions = labelDimensions;
    return this;
  }

  /** How long the stages last that the plan tells slices apart by. */
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

  /** The plan as this lane tells it. */
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

  /** Complete up to then, and made then. */
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

  /** A reading of one GPU. */
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

  /** A sample whose values were so old when they were scraped. */
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

  /** A sample of a GPU that has had so many corrected memory errors in its life. */
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

  /** A scrape of a server with one gauge and one histogram. */
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

  /** This coordinator joins a lane, from that time. */
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

  public FlatRecord stop(long loadEndedMillis) {
    return append(
        EventKind.STOP,
        new Stop(Times.at(loadEndedMillis), "completed", Times.epochAt(loadEndedMillis), ""));
  }

  /** The coordinator's verdict, in this lane's partition. */
  public FlatRecord lost() {
    return lost(null);
  }

  /**
   * The coordinator's verdict, with what it knows of the dead.
   *
   * @param issued requests that were issued; null when only the log tells
   */
  public FlatRecord lost(Long issued) {
    return lost(issued, true);
  }

  /**
   * The coordinator's verdict about a process that may still live.
   *
   * @param issuedFinal whether the process has ended
   */
  public FlatRecord lost(Long issued, boolean issuedFinal) {
    LaneLost verdict =
        LaneLost.newBuilder()
            .setRunId(run)
            .setLaneId(lane)
            .setReason("silent")
            .setJudgedEpochNs(0)
            .setIssued(issued)
            .setIssuedFinal(issuedFinal)
            .build();
    RecordKey key = RecordKey.verdict(run, lane, EventKind.LANE_LOST);
    return log.append(topic, partition, key, codecs.encode(EventKind.LANE_LOST, verdict));
  }

  /** The run is closed for this lane. */
  public FlatRecord closed() {
    RecordKey key = RecordKey.verdict(run, lane, EventKind.RUN_CLOSED);
    byte[] payload = codecs.encode(EventKind.RUN_CLOSED, new RunClosed(run, lane));
    return log.append(topic, partition, key, payload);
  }

  /** Some records never reach the log. */
  public void skipRecords(int howMany) {
    nextSeq += howMany;
  }

  /** A record of that kind whose payload cannot be read. */
  public FlatRecord garbled(EventKind garbled) {
    RecordKey key = RecordKey.event(run, lane, garbled, nextSeq++);
    return log.append(topic, partition, key, new byte[] {9, 9, 9});
  }

  /** Tells the next record under that seq, as a resend does; the lane's own count stays. */
  public void resend(long seq, Runnable write) {
    long savedSeq = nextSeq;
    nextSeq = seq;
    write.run();
    nextSeq = savedSeq;
  }

  /** The next record goes astray, to another partition. */
  public FlatRecord misroutedHeartbeat(int otherPartition) {
    RecordKey key = RecordKey.event(run, lane, EventKind.HEARTBEAT, nextSeq++);
    return log.append(topic, otherPartition, key, new byte[] {1});
  }

  private FlatRecord append(EventKind what, SpecificRecordBase event) {
    RecordKey key = RecordKey.event(run, lane, what, nextSeq++);
    return log.append(topic, partition, key, codecs.encode(what, event));
  }
}
