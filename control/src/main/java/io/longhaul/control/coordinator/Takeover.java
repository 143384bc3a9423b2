package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The takeover of a run whose coordinator has gone. If a generator still writes its lanes, another
 * coordinator leads the run on; otherwise it ends in the log. For one thread.
 */
public final class Takeover {
  private static final Duration SILENCE = Duration.ofMillis(LaneRegistry.MAX_SILENCE_MILLIS);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final long POLL_INTERVAL_MILLIS = 20;

  private final ResumableRun run;
  private final RunLog log;
  private final long nowEpochNanos = new AnchoredRunClock().epochNanos();

  Takeover(ResumableRun run, RunLog log) {
    this.run = run;
    this.log = log;
  }

  /** Returns the location of the lanes of the run's coordinators. */
  public LaneLocation place() {
    return run.coordinatorPlace();
  }

  /**
   * Waits until a generator writes a lane, but not longer than the silence after which a lane is
   * declared lost. Returns at once if all lanes have ended.
   *
   * @return whether the load continues
   * @throws RunFailedException if Kafka does not answer
   */
  public boolean awaitSignOfLoad() throws RunFailedException, InterruptedException {
    return !log.run().isStopped() && awaitSignOfLoad(SILENCE);
  }

  boolean awaitSignOfLoad(Duration silence) throws RunFailedException, InterruptedException {
    List<String> open = new ArrayList<>();
    log.run().openLanes().keySet().stream()
        .filter(lane -> phaseOf(lane) != null)
        .forEach(open::add);
    if (open.isEmpty()) {
      return false;
    }
    long startNanos = System.nanoTime();
    try (LaneMonitor monitor =
            new LaneMonitor(
                run.cluster(), run.runId(), log.positions(), log.run().statuses(), false);
        PartitionProbe probe = new PartitionProbe(run.cluster())) {
      while (true) {
        long waited = System.nanoTime() - startNanos;
        boolean isRead = waited > silence.toNanos() && isRead(open, monitor, probe);
        if (open.stream().anyMatch(lane -> isWritten(lane, monitor))) {
          return true;
        }
        if (isRead) {
          return false;
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

  /** Returns whether all records of these lanes have been read. */
  private boolean isRead(List<String> lanes, LaneMonitor monitor, PartitionProbe probe)
      throws InterruptedException {
    for (String lane : lanes) {
      LaneLocation place = requireNonNull(log.run().lanes().get(lane));
      OptionalLong end = probe.endIfWritable(place);
      if (end.isEmpty() || monitor.position(place) < end.getAsLong()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the lane has a heartbeat or an end that was not in the log before. */
  private boolean isWritten(String lane, LaneMonitor monitor) {
    LaneStatus before = log.run().statuses().getOrDefault(lane, LaneStatus.UNKNOWN);
    LaneStatus now = monitor.lane(lane);
    return !Objects.equals(now.heartbeat(), before.heartbeat())
        || !Objects.equals(now.ended(), before.ended());
  }

  /**
   * Creates a coordinator that takes the run over when it {@link RunCoordinator#run runs}.
   *
   * @param failures counter of consecutive failures with its limit
   * @param environment the run's infrastructure; polled often
   * @param listeners called in this order
   */
  public RunCoordinator lead(
      ConsecutiveFailures failures, RunEnvironment environment, List<RunListener> listeners) {
    return new RunCoordinator(
        run.cluster(),
        run.partitions(),
        announcement(),
        led(),
        failures,
        environment,
        listeners,
        new KafkaControlTopic(run.cluster()));
  }

  private RunAnnouncement announcement() {
    return run.announcement(log.run().plan(), nowEpochNanos);
  }

  private LedRun led() {
    List<LaneRegistry.Member> lanes = new ArrayList<>();
    log.run().lanes().forEach((lane, place) -> lanes.add(member(lane, place)));
    Map<String, LaneLocation> open = log.run().openLanes();
    String former = log.run().coordinator().orElseThrow();
    return new LedRun(
        new CoordinatorClaim(
            run.cluster(),
            run.runId(),
            run.coordinatorPlace(),
            former,
            log.run().frontierEpochNanos(former).orElse(0),
            log.position(run.coordinatorPlace())),
        new LinkedHashSet<>(log.run().coordinators()),
        run.start(),
        run.stop(),
        run.stop().flatMap(AbandonedRun::reason),
        run.generators(log.run()),
        lanes,
        lanes.stream().filter(lane -> !open.containsKey(lane.laneId())).toList(),
        log.run().statuses(),
        log.positions());
  }

  private static LaneRegistry.Member member(String lane, LaneLocation place) {
    return new LaneRegistry.Member(
        lane, place, lane.substring(0, lane.indexOf('.')), phaseOf(lane), 0);
  }

  /** Returns the phase of a generator's lane; null for another lane. */
  private static @Nullable Phase phaseOf(String lane) {
    if (!lane.startsWith("g")) {
      return null;
    }
    return lane.endsWith(".w") ? Phase.WARMUP : Phase.PROFILING;
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
    control.takeOver(run.start(), run.stop()); // no generator can join
    return new EndedRun(abandoned, topic, control, log.run().coordinators());
  }
}
