package io.longhaul.control.coordinator;

import io.longhaul.control.LaneLocation;
import io.longhaul.control.generator.GeneratorLoad;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.control.LaneAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A generator without requests that only starts and ends its lanes. It ends its profiling lane on a
 * stop, or immediately if so configured.
 */
final class FakeGeneratorLoad implements GeneratorLoad {
  private final String runId;
  private final String process;
  private final LaneLogWriter log;
  private final LaneLocation place;
  private final PlanFacts plan;
  private final boolean endsImmediately;
  private final boolean hasWarmup;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> profiling = new CompletableFuture<>();
  private boolean continues;

  FakeGeneratorLoad(
      String runId,
      int share,
      LaneLogWriter log,
      LaneLocation place,
      PlanFacts plan,
      boolean hasWarmup,
      boolean endsImmediately) {
    this.runId = runId;
    this.process = "g" + share;
    this.log = log;
    this.place = place;
    this.plan = plan;
    this.hasWarmup = hasWarmup;
    this.endsImmediately = endsImmediately;
  }

  String lane(String letter) {
    return process + "." + (continues ? 2 : 1) + "." + letter;
  }

  /** Returns the calls that it received, in order. */
  List<String> calls() {
    return calls;
  }

  @Override
  public List<LaneAddress> prepare() {
    calls.add("prepare");
    List<LaneAddress> lanes = new ArrayList<>();
    if (hasWarmup) {
      lanes.add(new LaneAddress(lane("w"), "WARMUP", place.topic(), place.partition()));
    }
    lanes.add(new LaneAddress(lane("p"), "PROFILING", place.topic(), place.partition()));
    return lanes;
  }

  @Override
  public List<LaneAddress> prepareToContinue(long runStartEpochNanos) {
    continues = true;
    return prepare();
  }

  @Override
  public CompletableFuture<Void> continueFrom(long runStartEpochNanos, long joinsEpochNanos) {
    return start(runStartEpochNanos);
  }

  @Override
  public Optional<Duration> coordinatorTimeout() {
    return Optional.empty();
  }

  @Override
  public CompletableFuture<Void> warmUp() {
    calls.add("warm up");
    write(lane("w"), EventKind.LANE_STARTED, 0, started(lane("w"), Phase.WARMUP, null));
    write(lane("w"), EventKind.LANE_ENDED, 1, ended());
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> start(long runStartEpochNanos) {
    calls.add("start");
    write(
        lane("p"),
        EventKind.LANE_STARTED,
        0,
        started(lane("p"), Phase.PROFILING, runStartEpochNanos));
    if (endsImmediately) {
      end();
    }
    return profiling;
  }

  @Override
  public void stop(boolean cancelInFlight) {
    calls.add(cancelInFlight ? "cancel" : "stop");
    end();
  }

  private void end() {
    if (!profiling.isDone()) {
      write(lane("p"), EventKind.LANE_ENDED, 1, ended());
      profiling.complete(null);
    }
  }

  @Override
  public boolean flush() {
    log.flush();
    return true;
  }

  @Override
  public void close() {
    calls.add("close");
  }

  private void write(String laneId, EventKind kind, long seq, SpecificRecordBase event) {
    log.append(place, RecordKey.event(runId, laneId, kind, seq), event);
  }

  private LaneStarted started(String laneId, Phase phase, Long runStartEpochNanos) {
    return LaneStarted.newBuilder()
        .setRunId(runId)
        .setLaneId(laneId)
        .setProcessId(process)
        .setLaneKind(LaneKind.GENERATOR)
        .setPhase(phase)
        .setIncarnationEpochMs(1)
        .setAnchorEpochNs(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()))
        .setAnchorErrorNs(0)
        .setPlan(PlanFacts.newBuilder(plan).setRunStartEpochNs(runStartEpochNanos).build())
        .build();
  }

  private static LaneEnded ended() {
    return LaneEnded.newBuilder()
        .setAtNs(TimeUnit.SECONDS.toNanos(3))
        .setNotIssued(NotIssued.newBuilder().build())
        .setLedger(List.of())
        .setTotals(LedgerEntry.newBuilder().setSliceIndex(-1).build())
        .build();
  }
}
