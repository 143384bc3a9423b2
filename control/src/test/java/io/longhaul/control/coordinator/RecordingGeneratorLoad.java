package io.longhaul.control.coordinator;

import io.longhaul.control.generator.GeneratorLoad;
import io.longhaul.wire.control.LaneAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A generator load that only records the calls that it receives. */
public class RecordingGeneratorLoad implements GeneratorLoad {
  private final int share;
  private final boolean endsImmediately;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> profiling = new CompletableFuture<>();

  /** Start time that it received; 0 before. */
  public volatile long runStartEpochNanos;

  /**
   * @param endsImmediately whether the load ends immediately; otherwise on a stop
   */
  public RecordingGeneratorLoad(int share, boolean endsImmediately) {
    this.share = share;
    this.endsImmediately = endsImmediately;
  }

  public int share() {
    return share;
  }

  /** Returns the calls that it received, in order. */
  public List<String> calls() {
    return calls;
  }

  @Override
  public List<LaneAddress> prepare() {
    calls.add("prepare");
    return List.of(new LaneAddress("g" + share + ".1.p", "PROFILING", "longhaul.timing", 0));
  }

  @Override
  public List<LaneAddress> prepareToContinue(long runStarted) {
    calls.add("prepare to continue a run of " + runStarted);
    return List.of(new LaneAddress("g" + share + ".2.p", "PROFILING", "longhaul.timing", 0));
  }

  @Override
  public Optional<Duration> coordinatorTimeout() {
    return Optional.empty();
  }

  @Override
  public CompletableFuture<Void> warmUp() {
    calls.add("warm up");
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> start(long epochNanos) {
    calls.add("start");
    runStartEpochNanos = epochNanos;
    if (endsImmediately) {
      profiling.complete(null);
    }
    return profiling;
  }

  @Override
  public CompletableFuture<Void> continueFrom(long runStarted, long joins) {
    calls.add("continue at " + joins + " a run of " + runStarted);
    if (endsImmediately) {
      profiling.complete(null);
    }
    return profiling;
  }

  @Override
  public void stop(boolean cancelInFlight) {
    calls.add(cancelInFlight ? "cancel" : "stop");
    profiling.complete(null);
  }

  @Override
  public boolean flush() {
    return true;
  }

  @Override
  public void close() {
    calls.add("close");
  }
}
