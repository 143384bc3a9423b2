package io.longhaul.benchmarks.fortnight;

import io.longhaul.schema.EventKind;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.Topics;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunStarted;
import io.longhaul.wire.SloThreshold;
import io.longhaul.wire.Stop;
import io.longhaul.wire.TokenSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a complete run to the log, in order of event time: the lanes of a coordinator, of three
 * generators and of a sampler of two GPUs. The shape determines every byte of its events. For one
 * thread.
 */
public final class SyntheticRun {
  static final String DIMENSION = "model";
  static final List<String> MODELS = List.of("large", "small");

  /** Power of each GPU; its energy counter grows by as many joules per second. */
  static final double POWER_WATTS = 300;

  private static final LedgerEntry NOTHING_SENT =
      LedgerEntry.newBuilder().setSliceIndex(-1).build();

  private final RunShape shape;
  private final EventLog log;
  private final Topics topics;
  private final long incarnation;
  private final SyntheticLaneWriter coordinator;
  private final SyntheticLaneWriter sampler;
  private final List<GeneratorLane> generators = new ArrayList<>();
  private long nextRequest;
  private long nextSecond;
  private long verdicts;

  public SyntheticRun(RunShape shape, Topics topics, EventLog log) {
    this.shape = shape;
    this.topics = topics;
    this.log = log;
    this.incarnation = shape.runStartEpochNanos() / 1_000_000;
    String start = Long.toString(incarnation, Character.MAX_RADIX);
    this.coordinator = timingLane("c." + start + ".0", LaneKind.COORDINATOR, 0);
    this.sampler =
        new SyntheticLaneWriter(
            shape, log, "s0." + start + ".0", LaneKind.SAMPLER, topics.gpu(), 0);
    for (int i = 0; i < RunShape.GENERATORS; i++) {
      SyntheticLaneWriter lane =
          timingLane("g" + i + "." + start + ".0.p", LaneKind.GENERATOR, 1 + i);
      generators.add(new GeneratorLane(shape, lane, i, incarnation));
    }
  }

  private SyntheticLaneWriter timingLane(String laneId, LaneKind kind, int partition) {
    return new SyntheticLaneWriter(shape, log, laneId, kind, topics.timing(), partition);
  }

  /** Returns the totals of the requests that have ended. */
  public RunTotals totals() {
    return generators.stream().map(GeneratorLane::totals).reduce(RunTotals.NONE, RunTotals::plus);
  }

  /** Returns the number of records written. */
  public long records() {
    return verdicts + lanes().stream().mapToLong(SyntheticLaneWriter::events).sum();
  }

  private List<SyntheticLaneWriter> lanes() {
    List<SyntheticLaneWriter> lanes = new ArrayList<>(List.of(coordinator, sampler));
    generators.forEach(generator -> lanes.add(generator.lane()));
    return lanes;
  }

  /** Returns the number of samples of each GPU. */
  long samplesPerGpu() {
    return shape.seconds() / shape.intervalSeconds() + 1;
  }

  /** Writes the start of all lanes and of the run, and the first samples. */
  public void start() {
    coordinator.started(plan(false, 0), incarnation);
    coordinator.append(
        EventKind.RUN_STARTED,
        RunStarted.newBuilder()
            .setAtNs(0)
            .setRunStartEpochNs(shape.runStartEpochNanos())
            .setPlan(plan(true, 0))
            .setConfigurationJson("{}")
            .setToolVersion("synthetic")
            .setPlannedRequests(shape.requests())
            .build());
    for (SyntheticLaneWriter lane : lanes()) {
      if (lane != coordinator) {
        coordinator.append(EventKind.LANE_JOINED, lane.joined());
      }
    }
    sampler.started(plan(true, shape.intervalSeconds() * RunShape.NANOS_PER_SECOND), incarnation);
    generators.forEach(generator -> generator.lane().started(plan(true, 0), incarnation));
    sample(0);
  }

  private PlanFacts plan(boolean started, long sampleIntervalNanos) {
    return PlanFacts.newBuilder()
        .setRunStartEpochNs(started ? (Long) shape.runStartEpochNanos() : null)
        .setSliceDurationNs(shape.sliceSeconds() * RunShape.NANOS_PER_SECOND)
        .setSlos(
            List.of(new SloThreshold("request_latency", (double) RunTotals.GOOD_LATENCY_MILLIS)))
        .setModels(MODELS)
        .setEndpointType("chat")
        .setStreaming(true)
        .setTokenSource(TokenSource.CLIENT_TOKENIZER)
        .setSampleIntervalNs(sampleIntervalNanos)
        .setLabelDimensions(List.of(new LabelDimension(DIMENSION, MODELS)))
        .build();
  }

  /**
   * Writes all events of the next hour. The last event of each lane is a heartbeat at the end of
   * the hour.
   */
  public void writeHour() {
    long end = nextSecond + RunShape.SECONDS_PER_HOUR;
    for (; nextSecond < end; nextSecond++) {
      writeSecond(nextSecond);
      long ended = nextSecond + 1;
      if (ended % shape.intervalSeconds() == 0) {
        generators.forEach(generator -> generator.heartbeat(ended));
        sample(ended);
        coordinator.heartbeat(ended * RunShape.NANOS_PER_SECOND, 0, 0, List.of());
      }
    }
  }

  private void writeSecond(long second) {
    generators.forEach(generator -> generator.endRequests(second));
    while (nextRequest < shape.requests() && shape.secondOf(nextRequest) == second) {
      generators
          .get((int) (nextRequest % RunShape.GENERATORS))
          .send(SyntheticRequest.of(nextRequest, shape));
      nextRequest++;
    }
  }

  /** Writes the samples at the start of a second, and the sampler's heartbeat. */
  private void sample(long second) {
    long atNanos = second * RunShape.NANOS_PER_SECOND;
    for (int gpu = 0; gpu < RunShape.GPUS; gpu++) {
      GpuSample sample =
          GpuSample.newBuilder()
              .setAtNs(atNanos)
              .setUncertaintyNs(1_000_000)
              .setExporterUrl("http://gpu:9400")
              .setGpuUuid("GPU-" + gpu)
              .setGpuIndex(gpu)
              .setPowerWatts(POWER_WATTS)
              .setEnergyJoules(POWER_WATTS * second)
              .setGpuUtilizationPercent((double) (second % 100))
              .setMemoryUsedBytes(4e10)
              .setGpuTemperatureCelsius(50.0 + second % 20)
              .build();
      sampler.append(EventKind.GPU_SAMPLE, sample);
    }
    sampler.heartbeat(atNanos, 0, 0, List.of());
  }

  /** Writes the ends of all lanes and the end of the run. */
  public void end() {
    long atNanos = nextSecond * RunShape.NANOS_PER_SECOND;
    generators.forEach(generator -> generator.end(nextSecond));
    sampler.ended(atNanos, NOTHING_SENT, 0);
    coordinator.append(
        EventKind.STOP,
        new Stop(atNanos, StopReason.COMPLETED.word(), shape.runStartEpochNanos() + atNanos, ""));
    coordinator.ended(atNanos, NOTHING_SENT, 0);
  }

  /** Writes the events after which the job deletes the state of the run. */
  public void close() {
    for (SyntheticLaneWriter lane : lanes()) {
      lane.closed();
      verdicts++;
    }
  }
}
