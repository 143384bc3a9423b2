package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.control.LaneAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The takeover of a run whose coordinator has gone. If a generator still writes its lanes, or may
 * return, another coordinator leads the run on; otherwise it ends in the log. For one thread.
 */
public final class Takeover {
  private static final Duration SILENCE = Duration.ofMillis(LaneRegistry.MAX_SILENCE_MILLIS);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final long POLL_INTERVAL_MILLIS = 20;

  /** The load of a run whose coordinator has gone. */
  public enum Load {
    /** Generators send requests. */
    CONTINUES,
    /** No generator sends requests, but restarted ones may continue the shares of lost ones. */
    MAY_CONTINUE,
    /** All generators have ended, or the load was stopped, or its planned end has passed. */
    ENDED
  }

  private final ResumableRun run;
  private final LoggedRuns log;
  private final LoggedRun logged;
  private final long nowEpochNanos = new AnchoredRunClock().epochNanos();

  /**
   * @param log the end of the log
   * @param logged state of the run according to it
   */
  Takeover(ResumableRun run, LoggedRuns log, LoggedRun logged) {
    this.run = run;
    this.log = log;
    this.logged = logged;
  }

  /** Returns the location of the lanes of the run's coordinators. */
  public LaneLocation place() {
    return run.coordinatorPlace();
  }

  /**
   * Waits until a generator writes a lane, but not longer than the silence after which a lane is
   * declared lost. Returns immediately if all lanes have ended.
   *
   * @throws RunFailedException if Kafka does not answer
   */
  public Load awaitSignOfLoad() throws RunFailedException, InterruptedException {
    return logged.isStopped() ? Load.ENDED : awaitSignOfLoad(SILENCE);
  }

  Load awaitSignOfLoad(Duration silence) throws RunFailedException, InterruptedException {
    List<String> open = openLanesOfGenerators();
    if (open.isEmpty()) {
      return loadWithoutGenerators();
    }
    long startNanos = System.nanoTime();
    try (LaneMonitor monitor =
            new LaneMonitor(run.cluster(), run.runId(), log.positions(), logged.statuses(), false);
        PartitionProbe probe = new PartitionProbe(run.cluster())) {
      while (true) {
        long waited = System.nanoTime() - startNanos;
        boolean isRead = waited > silence.toNanos() && isRead(open, monitor, probe);
        if (open.stream().anyMatch(lane -> isWritten(lane, monitor))) {
          return Load.CONTINUES;
        }
        if (isRead) {
          return loadWithoutGenerators();
        }
        if (waited > LONGEST_WAIT.toNanos()) {
          throw new RunFailedException(
              ExitCode.INFRASTRUCTURE_FAILED,
              "Cannot resume run " + run.runId() + ": its lanes cannot be read from Kafka");
        }
        TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
      }
    }
  }

  /**
   * Returns whether the load can continue with restarted generators, although none is alive: a
   * share is not complete, and the load was neither stopped nor is its planned end in the past.
   */
  public boolean canContinue() {
    return !logged.isStopped() && loadWithoutGenerators() == Load.MAY_CONTINUE;
  }

  private List<String> openLanesOfGenerators() {
    return logged.openLanes().keySet().stream()
        .filter(lane -> LaneStart.phaseOf(lane) != null)
        .toList();
  }

  private Load loadWithoutGenerators() {
    boolean isIncomplete =
        !openLanesOfGenerators().isEmpty()
            || run.generators(logged).stream().anyMatch(Takeover::isIncomplete);
    return isIncomplete && run.mayContinue(new AnchoredRunClock().epochNanos())
        ? Load.MAY_CONTINUE
        : Load.ENDED;
  }

  private static boolean isIncomplete(Generator generator) {
    return generator.isLost() || !generator.isOver();
  }

  /** Returns whether all records of these lanes have been read. */
  private boolean isRead(List<String> lanes, LaneMonitor monitor, PartitionProbe probe)
      throws InterruptedException {
    for (String lane : lanes) {
      LaneLocation place = requireNonNull(logged.lanes().get(lane));
      OptionalLong end = probe.endIfWritable(place);
      if (end.isEmpty() || monitor.position(place) < end.getAsLong()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the lane has a heartbeat or an end that was not in the log before. */
  private boolean isWritten(String lane, LaneMonitor monitor) {
    LaneStatus before = logged.statuses().getOrDefault(lane, LaneStatus.UNKNOWN);
    LaneStatus now = monitor.lane(lane);
    return !Objects.equals(now.heartbeat(), before.heartbeat())
        || !Objects.equals(now.ended(), before.ended());
  }

  /**
   * Creates a coordinator that takes the run over when it {@link RunCoordinator#run runs}.
   *
   * @param failures counter of consecutive failures with its limit
   * @param samplers the samplers of this process, whose lanes join the run
   * @param environment the run's infrastructure; polled often
   * @param listeners called in this order
   */
  public RunCoordinator lead(
      ConsecutiveFailures failures,
      SamplerLanes samplers,
      RunEnvironment environment,
      List<RunListener> listeners) {
    return new RunCoordinator(
        run.cluster(),
        run.partitions(),
        announcement(),
        led(),
        failures,
        samplers,
        environment,
        listeners,
        new KafkaControlTopic(run.cluster()));
  }

  private RunAnnouncement announcement() {
    return run.announcement(logged.plan(), nowEpochNanos);
  }

  private LedRun led() {
    List<LaneRegistry.Member> lanes = new ArrayList<>();
    logged.lanes().forEach((lane, place) -> lanes.add(member(lane, place)));
    Map<String, LaneLocation> open = logged.openLanes();
    String former = logged.coordinator().orElseThrow();
    return new LedRun(
        new CoordinatorClaim(
            run.cluster(),
            run.runId(),
            run.coordinatorPlace(),
            former,
            logged.frontierEpochNanos(former).orElse(0),
            log.position(run.coordinatorPlace())),
        Math.max(logged.lastEpochNanos(former), run.latestFrontierEpochNanos()),
        new LinkedHashSet<>(logged.coordinators()),
        run.start(),
        run.stop(),
        run.stop().flatMap(AbandonedRun::reason),
        run.generators(logged),
        lanes,
        lanes.stream().filter(lane -> !open.containsKey(lane.laneId())).toList(),
        logged.statuses(),
        log.positions(),
        samplerLanes(),
        logged.unconfirmedLosses(),
        run.losses());
  }

  private List<LaneAddress> samplerLanes() {
    List<LaneAddress> samplers = new ArrayList<>();
    logged
        .lanes()
        .forEach(
            (lane, place) -> {
              if (LaneStart.phaseOf(lane) == null) {
                samplers.add(new LaneAddress(lane, "", place.topic(), place.partition()));
              }
            });
    return samplers;
  }

  private static LaneRegistry.Member member(String lane, LaneLocation place) {
    return new LaneRegistry.Member(
        lane, place, LaneStart.processOf(lane), LaneStart.phaseOf(lane), 0);
  }

  /**
   * Ends the run in the log: declares lanes lost that have not ended, and writes {@code Stop}. Does
   * nothing more if the run was stopped already.
   *
   * @throws RunFailedException if yet another coordinator has taken over, or Kafka does not answer
   */
  public EndedRun end() throws RunFailedException {
    AbandonedRun abandoned = run.abandoned(log);
    abandoned.end(Map.of());
    ControlTopic topic = new KafkaControlTopic(run.cluster());
    AnchoredRunClock clock = new AnchoredRunClock();
    GeneratorRegistry generators =
        new GeneratorRegistry(
            run.runId(),
            run.start().getParticipants().size(),
            System::nanoTime,
            clock::epochNanos,
            warning -> {});
    GeneratorControl control =
        new GeneratorControl(
            announcement(),
            topic,
            generators,
            System::nanoTime,
            clock::epochNanos,
            GeneratorControl.REPEAT);
    // no generator can join
    List<String> replaced = new ArrayList<>(logged.coordinators());
    logged.coordinator().ifPresent(replaced::remove); // the one that has written Stop
    control.takeOver(run.start(), run.stop(), replaced, samplerLanes());
    return new EndedRun(abandoned, topic, control, logged.coordinators());
  }
}
