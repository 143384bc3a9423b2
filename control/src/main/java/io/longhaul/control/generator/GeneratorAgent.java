package io.longhaul.control.generator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlMessageKind;
import io.longhaul.control.ControlProtocol;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.CoordinatorTimeout;
import io.longhaul.control.ReleaseReason;
import io.longhaul.control.ResendSchedule;
import io.longhaul.control.coordinator.Generator;
import io.longhaul.control.coordinator.GeneratorControl;
import io.longhaul.control.generator.Participation.Outcome;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.wire.control.ClockAsked;
import io.longhaul.wire.control.ClockTold;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.GeneratorStarted;
import io.longhaul.wire.control.IssuedOfLane;
import io.longhaul.wire.control.JoiningProcess;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessName;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.ProcessReleased;
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import io.longhaul.wire.control.VerdictAnnounced;
import io.longhaul.wire.control.WarmupAnnounced;
import io.longhaul.wire.control.WarmupEnded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A generator's side of the control topic. Repeats its state until the coordinator has answered,
 * sends the load of its assigned share, and starts and stops on the coordinator's messages. Stops
 * by itself if the coordinator is silent for the timeout while the topic is readable, and when it
 * reads a verdict about one of its own lanes.
 *
 * <p>Runs on one thread. The preparation, which takes long, has its own thread, so that it can be
 * stopped.
 */
public final class GeneratorAgent {
  private static final Logger LOG = LoggerFactory.getLogger(GeneratorAgent.class);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
  private static final String STATE = "state";

  private final ControlTopic control;
  private final String runId;
  private final GeneratorIdentity identity;
  private final ProcessName name;
  private final WorkerFactory workerFactory;
  private CoordinatorTimeout coordinatorTimeout;
  private final LongSupplier epochNanos;
  private final Duration repeat;
  private final ResendSchedule repeats = new ResendSchedule(System::nanoTime);

  /** The state message, repeated until the coordinator has answered; null for none. */
  private @Nullable Supplier<SpecificRecordBase> state;

  private @Nullable PlanAnnounced plan;
  private @Nullable ShareAssigned share;
  private boolean warmupAnnounced;
  private @Nullable StartAnnounced start;

  /** The answer to the start message; null before the load has started. */
  private @Nullable GeneratorStarted started;

  private boolean stopped;
  private boolean isCoordinatorSilent;
  private boolean cancelled;
  private boolean endConfirmed;
  private boolean ending;
  private @Nullable Participation released;
  private @Nullable GeneratorLoad load;
  private List<LaneAddress> lanes = List.of();
  private String stopReason = "";

  /** Creates the worker for a share of the plan. */
  @FunctionalInterface
  public interface WorkerFactory {
    GeneratorLoad create(String planJson, int shareIndex, int shareCount);
  }

  /**
   * Creates an agent; nothing is sent yet.
   *
   * @param silenceTimeout silence of the coordinator after which it is considered gone
   */
  public GeneratorAgent(
      ControlTopic control,
      String runId,
      GeneratorIdentity identity,
      Duration silenceTimeout,
      WorkerFactory workerFactory) {
    this(
        control,
        runId,
        identity,
        silenceTimeout,
        workerFactory,
        new AnchoredRunClock()::epochNanos,
        GeneratorControl.REPEAT);
  }

  /**
   * Creates an agent with the given clock and repetition interval.
   *
   * @param epochNanos this machine's wall clock, in nanoseconds since the epoch
   * @param repeat interval after which an unanswered message is repeated
   */
  public GeneratorAgent(
      ControlTopic control,
      String runId,
      GeneratorIdentity identity,
      Duration silenceTimeout,
      WorkerFactory workerFactory,
      LongSupplier epochNanos,
      Duration repeat) {
    this.control = control;
    this.runId = runId;
    this.identity = identity;
    this.name = new ProcessName(identity.processId(), identity.incarnationEpochMillis());
    this.workerFactory = workerFactory;
    this.coordinatorTimeout = timeoutAfter(silenceTimeout);
    this.epochNanos = epochNanos;
    this.repeat = repeat;
  }

  private CoordinatorTimeout timeoutAfter(Duration silence) {
    return new CoordinatorTimeout(control::readProgress, System::nanoTime, silence);
  }

  /** Participates in the run, from its announcement to the end of the share. */
  public Participation takePart() {
    enter(() -> present(Generator.NO_SHARE));
    if (!receiveUntil(() -> plan != null && share != null)) {
      return leave();
    }
    ShareAssigned assigned = requireNonNull(share);
    enter(() -> present(assigned.getShareIndex()));
    try (GeneratorLoad created =
        workerFactory.create(
            requireNonNull(plan).getPlanJson(),
            assigned.getShareIndex(),
            assigned.getShareCount())) {
      load = created;
      return runShare(created);
    } finally {
      load = null;
    }
  }

  private Participation runShare(GeneratorLoad created) {
    Long runStarted = requireNonNull(share).getRunStartEpochNs();
    CompletableFuture<List<LaneAddress>> prepared = prepare(created, runStarted);
    // A preparation that was stopped has no result.
    if (!receiveUntil(prepared::isDone) || stopped || released != null) {
      return leave();
    }
    String problem = "";
    try {
      lanes = prepared.join();
      created.coordinatorTimeout().ifPresent(timeout -> coordinatorTimeout = timeoutAfter(timeout));
    } catch (CompletionException e) {
      LOG.error("Cannot prepare", e);
      problem = String.valueOf(requireNonNull(e.getCause()).getMessage());
    }
    List<String> problems = problem.isEmpty() ? List.of() : List.of(problem);
    enter(() -> ready(problems));
    if (!problem.isEmpty()) {
      // Until the coordinator has read the reason and ended the run.
      boolean unused = receiveUntil(() -> false);
      Participation left = leave();
      return released == null ? new Participation(Outcome.REFUSED, problem) : left;
    }
    if (!receiveUntil(() -> (warmupAnnounced && runStarted == null) || start != null)) {
      return leave();
    }
    if (start == null) {
      enter(null);
      await(created.warmUp());
      created.flush();
      enter(this::warmupEnded);
      if (!receiveUntil(() -> start != null)) {
        return leave();
      }
    }
    begin(created);
    boolean allDelivered = created.flush();
    end(problemsAtTheEnd(allDelivered));
    return stopReason.isEmpty()
        ? new Participation(Outcome.DONE, "")
        : new Participation(Outcome.STOPPED_EARLY, stopReason);
  }

  /**
   * Returns what is missing of the share. A coordinator that has declared the lanes lost knows it
   * already.
   */
  private List<String> problemsAtTheEnd(boolean allDelivered) {
    List<String> missing = new ArrayList<>();
    if (isCoordinatorSilent) {
      missing.add(identity.processId() + " stopped before the end of its share: " + stopReason);
    }
    if (!allDelivered) {
      missing.add(identity.processId() + " could not deliver all of its events");
    }
    return missing;
  }

  /**
   * Prepares the load.
   *
   * @param runStarted start of the run whose share is continued; null for a whole share
   */
  private static CompletableFuture<List<LaneAddress>> prepare(
      GeneratorLoad created, @Nullable Long runStarted) {
    CompletableFuture<List<LaneAddress>> prepared = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                prepared.complete(
                    runStarted == null ? created.prepare() : created.prepareToContinue(runStarted));
              } catch (Exception e) {
                prepared.completeExceptionally(e);
              }
            },
            "prepare");
    thread.setDaemon(true);
    thread.start();
    return prepared;
  }

  /** Starts the load. A late start does not change the plan; the coordinator reports the delay. */
  private void begin(GeneratorLoad created) {
    long runStart = requireNonNull(start).getRunStartEpochNs();
    OptionalLong joins = joinsEpochNanos(requireNonNull(start));
    started =
        GeneratorStarted.newBuilder()
            .setRunId(runId)
            .setProcessId(identity.processId())
            .setIncarnationEpochMs(identity.incarnationEpochMillis())
            .setRunStartEpochNs(runStart)
            .setLateNs(Math.max(0, epochNanos.getAsLong() - joins.orElse(runStart)))
            .build();
    enter(null);
    control.send(started);
    await(
        joins.isPresent()
            ? created.continueFrom(runStart, joins.getAsLong())
            : created.start(runStart));
  }

  /** Returns the time from which this generator's lanes count if it joins after the start. */
  private OptionalLong joinsEpochNanos(StartAnnounced announced) {
    return announced.getJoining().stream()
        .filter(joining -> joining.getProcess().equals(name))
        .mapToLong(JoiningProcess::getJoinsEpochNs)
        .findFirst();
  }

  /**
   * Repeats the end report until the coordinator confirms it, but not longer than the coordinator
   * timeout, even during a Kafka outage: all events are delivered or stored in a file by now, and
   * the coordinator finds the ends of the lanes in the log.
   */
  private void end(List<String> problems) {
    ending = true;
    enter(() -> ended(problems));
    long startNanos = System.nanoTime();
    while (!endConfirmed
        && System.nanoTime() - startNanos < coordinatorTimeout.timeout().toNanos()) {
      poll();
    }
    if (!endConfirmed) {
      LOG.warn("The coordinator has not confirmed the end within {}", coordinatorTimeout.timeout());
    }
  }

  /** Ends the participation before the load has started. */
  private Participation leave() {
    if (released != null) {
      return released;
    }
    if (!stopReason.isEmpty()) {
      return new Participation(Outcome.COORDINATOR_GONE, stopReason);
    }
    end(List.of());
    return new Participation(Outcome.DONE, "");
  }

  private GeneratorPresent present(int shareIndex) {
    return GeneratorPresent.newBuilder()
        .setRunId(runId)
        .setProcessId(identity.processId())
        .setIncarnationEpochMs(identity.incarnationEpochMillis())
        .setHostname(identity.hostname())
        .setProtocolVersion(ControlProtocol.VERSION)
        .setToolVersion(identity.toolVersion())
        .setShareIndex(shareIndex)
        .setContinues(true)
        .setFormerLanes(
            identity.formerLanes().entrySet().stream()
                .map(lane -> new IssuedOfLane(lane.getKey(), lane.getValue()))
                .toList())
        .build();
  }

  private ProcessReady ready(List<String> problems) {
    return ProcessReady.newBuilder()
        .setRunId(runId)
        .setProcessId(identity.processId())
        .setIncarnationEpochMs(identity.incarnationEpochMillis())
        .setLanes(lanes)
        .setProblems(problems)
        .build();
  }

  private WarmupEnded warmupEnded() {
    return new WarmupEnded(runId, name.getProcessId(), name.getIncarnationEpochMs());
  }

  private ProcessEnded ended(List<String> problems) {
    return new ProcessEnded(runId, name.getProcessId(), name.getIncarnationEpochMs(), problems);
  }

  private void await(CompletableFuture<Void> phase) {
    while (!phase.isDone()) {
      poll();
    }
    phase.join();
  }

  /** Sends the state message now and repeats it until the next state. */
  private void enter(@Nullable Supplier<SpecificRecordBase> next) {
    state = next;
    repeats.reset(STATE);
    sendWhenDue();
  }

  private void sendWhenDue() {
    if (state != null && repeats.isDue(STATE, repeat)) {
      control.send(state.get());
    }
  }

  /**
   * Receives messages until the condition holds; returns false if this generator was stopped or
   * released first.
   */
  private boolean receiveUntil(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (stopped || released != null) {
        return false;
      }
      poll();
    }
    return true;
  }

  private void poll() {
    control.receive(POLL_INTERVAL).stream()
        .filter(message -> runId.equals(message.get("run_id").toString()))
        .forEach(this::handle);
    sendWhenDue();
    if (!stopped && !ending && coordinatorTimeout.isExpired()) {
      isCoordinatorSilent = true;
      stop(
          "the coordinator sent nothing for " + coordinatorTimeout.timeout().toSeconds() + " s",
          true);
    }
  }

  private void handle(SpecificRecordBase message) {
    if (message instanceof CoordinatorAlive alive) {
      handle(alive);
    } else if (message instanceof PlanAnnounced announced) {
      plan = announced;
    } else if (message instanceof ShareAssigned assigned && isForMe(assigned)) {
      share = assigned;
    } else if (message instanceof ClockAsked probe && isForMe(probe)) {
      answer(probe);
    } else if (message instanceof WarmupAnnounced announced
        && announced.getParticipants().contains(name)) {
      warmupAnnounced = true;
    } else if (message instanceof StartAnnounced announced
        && announced.getParticipants().contains(name)) {
      handle(announced);
    } else if (message instanceof StopAnnounced stop) {
      stop("", stop.getCancelInFlight());
    } else if (message instanceof VerdictAnnounced verdict && isMine(verdict)) {
      stop("its lane was declared lost: " + verdict.getReason(), true);
    } else if (message instanceof ProcessReleased release && isForMe(release)) {
      handle(release);
    }
  }

  private void handle(CoordinatorAlive alive) {
    coordinatorTimeout.messageReceived();
    if (!ControlProtocol.supports(alive) && started == null) {
      release(
          Outcome.REFUSED,
          "its coordinator uses version %d of the control protocol, and this generator uses %s (start all processes from the same release)"
              .formatted(alive.getProtocolVersion(), ControlProtocol.supported()));
    }
  }

  /** Answers a start again, because the coordinator repeats it until it has read the answer. */
  private void handle(StartAnnounced announced) {
    boolean continuesShare = share != null && share.getRunStartEpochNs() != null;
    if (start == null && (!continuesShare || joinsEpochNanos(announced).isPresent())) {
      start = announced;
    }
    if (started != null) {
      control.send(started);
    }
  }

  private void answer(ClockAsked probe) {
    long now = epochNanos.getAsLong();
    control.send(
        ClockTold.newBuilder()
            .setRunId(runId)
            .setProcessId(identity.processId())
            .setIncarnationEpochMs(identity.incarnationEpochMillis())
            .setProbe(probe.getProbe())
            .setAskedEpochNs(probe.getAskedEpochNs())
            .setHeardEpochNs(now)
            .setToldEpochNs(now)
            .build());
  }

  private void handle(ProcessReleased release) {
    ReleaseReason answer =
        ReleaseReason.fromWord(release.getAnswer()).orElse(ReleaseReason.REFUSED);
    if (answer == ReleaseReason.ENDED) {
      endConfirmed |= ending;
    } else if (started == null) {
      release(
          answer == ReleaseReason.NOT_NEEDED ? Outcome.NOT_NEEDED : Outcome.REFUSED,
          release.getReason());
    }
  }

  private void release(Outcome outcome, String reason) {
    if (released == null && !ending) {
      released = new Participation(outcome, reason);
      if (load != null) {
        load.stop(true);
      }
    }
  }

  /**
   * Compares the incarnation, too, because another process of this name may have replaced this one.
   */
  private boolean isForMe(SpecificRecordBase message) {
    return ControlMessageKind.processOf(message).equals(name);
  }

  private boolean isMine(VerdictAnnounced verdict) {
    return lanes.stream().anyMatch(lane -> lane.getLaneId().equals(verdict.getLaneId()));
  }

  /** Stops the load. Stop messages are repeated, so only a change has an effect. */
  private void stop(String because, boolean cancelInFlight) {
    if (!stopped || (!because.isEmpty() && stopReason.isEmpty())) {
      LOG.info("Stopping{}", because.isEmpty() ? "" : ": " + because);
    }
    boolean isNew = !stopped || (cancelInFlight && !cancelled);
    stopped = true;
    cancelled |= cancelInFlight;
    if (stopReason.isEmpty() && !ending) {
      stopReason = because;
    }
    if (load != null && isNew) {
      load.stop(cancelInFlight);
    }
  }
}
