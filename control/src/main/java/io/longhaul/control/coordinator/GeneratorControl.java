package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlProtocol;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.ReadProgress;
import io.longhaul.control.ResendSchedule;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.schema.StopReason;
import io.longhaul.wire.control.ClockAsked;
import io.longhaul.wire.control.CoordinatorAlive;
import io.longhaul.wire.control.JoiningProcess;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.PlanAnnounced;
import io.longhaul.wire.control.ProcessReleased;
import io.longhaul.wire.control.SamplerJoined;
import io.longhaul.wire.control.SamplerPresent;
import io.longhaul.wire.control.ShareAssigned;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import io.longhaul.wire.control.VerdictAnnounced;
import io.longhaul.wire.control.WarmupAnnounced;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's side of the control topic. Announces the steps of a run and repeats each
 * message until the generators have answered, with their next state or with an acknowledgement. Not
 * thread-safe.
 */
public final class GeneratorControl {
  /** Default interval at which the coordinator repeats unanswered messages. */
  public static final Duration REPEAT = Duration.ofSeconds(1);

  /** The start is announced 1 to 2 s ahead, so a lost message must be repeated sooner. */
  private static final int STARTS_PER_REPEAT = 4;

  /** A lost process usually is dead and never answers, so verdicts are repeated less often. */
  private static final int REPEATS_PER_VERDICT = 10;

  private final RunAnnouncement run;
  private final ControlTopic topic;
  private final GeneratorRegistry generators;
  private final LongSupplier nanoTime;
  private final LongSupplier epochNanos;
  private final Duration repeat;
  private final ResendSchedule repeats;
  private final long announcedEpochNanos;
  private final Map<String, VerdictAnnounced> verdicts = new LinkedHashMap<>();
  private final Map<String, Generator> lostGenerators = new LinkedHashMap<>();
  private String laneId = "";
  private List<String> formerLaneIds = List.of();
  private Consumer<CoordinatorAlive> coordinators = alive -> {};
  private Consumer<SamplerPresent> samplers = present -> {};
  private BooleanSupplier isReplaced = () -> false;
  private long lastExchangeNanos;
  private boolean hasExchanged;
  private boolean isBehind;
  private List<LaneAddress> samplerLanes = List.of();
  private final Set<String> lostSamplerLanes = new HashSet<>();
  private boolean isLoadEnded;
  private boolean isClosed;
  private @Nullable WarmupAnnounced warmup;
  private @Nullable StartAnnounced start;
  private @Nullable StopAnnounced stop;
  private long aliveCount;
  private long probes;

  /**
   * Creates the control; nothing is sent yet.
   *
   * @param nanoTime clock such as {@link System#nanoTime}
   * @param epochNanos the coordinator's clock, in nanoseconds since the epoch
   */
  public GeneratorControl(
      RunAnnouncement run,
      ControlTopic topic,
      GeneratorRegistry generators,
      LongSupplier nanoTime,
      LongSupplier epochNanos,
      Duration repeat) {
    this.run = run;
    this.topic = topic;
    this.generators = generators;
    this.nanoTime = nanoTime;
    this.epochNanos = epochNanos;
    this.repeat = repeat;
    this.repeats = new ResendSchedule(nanoTime);
    this.announcedEpochNanos = epochNanos.getAsLong();
  }

  /**
   * Receives and answers messages of generators, then sends due messages; waits at most this long.
   */
  public void exchange(Duration atMost) {
    // Before the first message, no other coordinator can have taken over.
    isBehind |=
        hasExchanged && nanoTime.getAsLong() - lastExchangeNanos > Leadership.CERTAIN_FOR.toNanos();
    receive(atMost);
    // While this process was suspended, another coordinator may have taken over: its messages are
    // on the topic.
    isBehind = isBehind && topic.readProgress() != ReadProgress.CAUGHT_UP;
    lastExchangeNanos = nanoTime.getAsLong();
    hasExchanged = true;
    sendDueMessages();
  }

  /**
   * Returns whether this process was suspended, and has not read yet what was sent in the meantime.
   */
  boolean isBehind() {
    return isBehind;
  }

  private void receive(Duration atMost) {
    for (SpecificRecordBase message : topic.receive(atMost)) {
      Optional<ProcessReleased> answer = generators.handle(message);
      if (!isBehind && !isReplaced.getAsBoolean()) {
        answer.ifPresent(topic::send);
      }
      if (message instanceof CoordinatorAlive alive && alive.getRunId().equals(run.runId())) {
        coordinators.accept(alive);
      }
      if (message instanceof SamplerPresent present && present.getRunId().equals(run.runId())) {
        samplers.accept(present);
      }
    }
  }

  /**
   * Names this coordinator in its messages.
   *
   * @param coordinatorLaneId ID of its lane
   * @param leadership receives the messages of all coordinators of the run; once it is lost, this
   *     coordinator sends nothing more
   */
  void identify(String coordinatorLaneId, Leadership leadership) {
    laneId = coordinatorLaneId;
    coordinators = leadership::received;
    isReplaced = leadership::isLost;
  }

  /**
   * Continues a run that another coordinator has started.
   *
   * @param formerCoordinators lanes of the replaced coordinators, in their order
   * @param formerSamplers lanes of their samplers
   */
  void takeOver(
      StartAnnounced announced,
      Optional<StopAnnounced> stopAnnounced,
      Collection<String> formerCoordinators,
      List<LaneAddress> formerSamplers) {
    samplerLanes = List.copyOf(formerSamplers);
    formerLaneIds = List.copyOf(formerCoordinators);
    generators.closeToNewcomers();
    start = announced;
    stop = stopAnnounced.orElse(null);
  }

  /** Passes on the messages of samplers that are processes of their own. */
  void listenToSamplers(Consumer<SamplerPresent> receiver) {
    samplers = receiver;
  }

  /** Sends a sampler the lane with which it has joined. */
  void answer(SamplerJoined joined) {
    if (!isBehind && !isReplaced.getAsBoolean()) {
      topic.send(joined);
    }
  }

  /** Announces that the load has ended, so that samplers end their lanes. */
  void announceLoadEnded() {
    isLoadEnded = true;
    repeats.reset("alive");
    sendDueMessages();
  }

  /** Names lanes of samplers for another coordinator. */
  void addSamplers(List<LaneAddress> lanes) {
    samplerLanes = Stream.concat(samplerLanes.stream(), lanes.stream()).toList();
  }

  /** Announces that the run is closed, so that no other coordinator takes it over. */
  void announceClosed() {
    isClosed = true;
    if (!isBehind && !isReplaced.getAsBoolean()) {
      topic.send(alive());
    }
  }

  /** Announces the warm-up; no further generator can join. */
  public void announceWarmup() {
    generators.closeToNewcomers();
    warmup = new WarmupAnnounced(run.runId(), epochNanos.getAsLong(), generators.names());
    sendDueMessages();
  }

  /** Announces the start of the run; no further generator can join. */
  public void announceStart(long runStartEpochNanos) {
    generators.closeToNewcomers();
    start = new StartAnnounced(run.runId(), runStartEpochNanos, generators.names(), List.of());
    sendDueMessages();
  }

  /** Announces the start to the generators that have joined since the last announcement. */
  public void announceJoins() {
    repeats.reset("start");
    sendDueMessages();
  }

  /** Instructs the generators to stop sending; a later call replaces an earlier one. */
  public void announceStop(StopReason reason, boolean cancelInFlight) {
    generators.closeToNewcomers();
    boolean cancelled = stop != null && stop.getCancelInFlight();
    stop = new StopAnnounced(run.runId(), reason.word(), cancelInFlight || cancelled);
    repeats.reset("stop");
    sendDueMessages();
  }

  /** Announces that the lane of a sampler was declared lost, which can join with another lane. */
  void announceLostSampler(String laneId, String reason) {
    lostSamplerLanes.add(laneId);
    announceLost(laneId, reason, Optional.empty());
  }

  /**
   * Announces that a lane was declared lost.
   *
   * @param generator the lane's generator; empty for the lane of a sampler in the process of a
   *     coordinator
   */
  public void announceLost(String laneId, String reason, Optional<Generator> generator) {
    verdicts.put(laneId, new VerdictAnnounced(run.runId(), laneId, reason));
    generator.ifPresent(lost -> lostGenerators.put(laneId, lost));
    sendDueMessages();
  }

  private void sendDueMessages() {
    if (isBehind || isReplaced.getAsBoolean()) {
      return;
    }
    if (repeats.isDue("alive", repeat)) {
      topic.send(alive());
    }
    for (Generator generator : generators.all()) {
      probeClock(generator);
      if (generator.isClockKnown() && generator.awaitsShare()) {
        assignShare(generator);
      }
    }
    if (warmup != null && !generators.hasEndedWarmup() && repeats.isDue("warm-up", repeat)) {
      topic.send(warmup);
    }
    if (start != null
        && !generators.haveStarted()
        && repeats.isDue("start", repeat.dividedBy(STARTS_PER_REPEAT))) {
      topic.send(startNow());
    }
    if (stop != null && !generators.isOver() && repeats.isDue("stop", repeat)) {
      topic.send(stop);
    }
    verdicts.forEach(this::repeatVerdict);
  }

  private CoordinatorAlive alive() {
    return CoordinatorAlive.newBuilder()
        .setRunId(run.runId())
        .setCount(aliveCount++)
        .setToldEpochNs(epochNanos.getAsLong())
        .setProtocolVersion(ControlProtocol.VERSION)
        .setOldestProtocolVersion(ControlProtocol.OLDEST_SUPPORTED)
        .setMissingGenerators(generators.missing())
        .setContinuable(generators.continuable())
        .setAnnouncedEpochNs(announcedEpochNanos)
        .setLaneId(laneId)
        .setFormerLaneIds(formerLaneIds)
        .setSamplerLanes(samplerLanes)
        .setLeaseNs(LeaseWatch.DEFAULT_LEASE.toNanos())
        .setLoadEnded(isLoadEnded)
        .setClosed(isClosed)
        .build();
  }

  /**
   * Returns the start with its participants, some of which may have joined later. A generator that
   * prepares to continue a share does not participate before its lanes have joined.
   */
  private StartAnnounced startNow() {
    return StartAnnounced.newBuilder(requireNonNull(start))
        .setParticipants(
            generators.all().stream()
                .filter(each -> !each.continuesShare() || each.hasJoined())
                .map(Generator::name)
                .toList())
        .setJoining(
            generators.all().stream()
                .filter(Generator::hasJoined)
                .map(joined -> new JoiningProcess(joined.name(), joined.joinsEpochNanos()))
                .toList())
        .build();
  }

  /** Probes a generator's clock until it starts; later probes may be more precise. */
  private void probeClock(Generator generator) {
    boolean started =
        generator.continuesShare()
            ? generator.hasJoined() || generator.isOver()
            : warmup != null || start != null || stop != null;
    if (!started && repeats.isDue("clock " + nameOf(generator), repeat)) {
      topic.send(
          ClockAsked.newBuilder()
              .setRunId(run.runId())
              .setProcessId(generator.processId())
              .setIncarnationEpochMs(generator.incarnationEpochMillis())
              .setProbe(probes++)
              .setAskedEpochNs(epochNanos.getAsLong())
              .build());
    }
  }

  private void assignShare(Generator generator) {
    if (repeats.isDue("plan", repeat)) {
      topic.send(plan());
    }
    if (repeats.isDue("share " + nameOf(generator), repeat)) {
      topic.send(
          ShareAssigned.newBuilder()
              .setRunId(run.runId())
              .setProcessId(generator.processId())
              .setIncarnationEpochMs(generator.incarnationEpochMillis())
              .setShareIndex(generator.share())
              .setShareCount(run.generators())
              .setRunStartEpochNs(
                  generator.continuesShare() ? requireNonNull(start).getRunStartEpochNs() : null)
              .build());
    }
  }

  private static String nameOf(Generator generator) {
    return generator.processId() + "." + generator.incarnationEpochMillis();
  }

  private PlanAnnounced plan() {
    return PlanAnnounced.newBuilder()
        .setRunId(run.runId())
        .setPlanJson(run.planJson())
        .setGenerators(run.generators())
        .setLongestDurationNs(run.longestDurationNanos())
        .setAnnouncedEpochNs(announcedEpochNanos)
        .setStopConditions(run.stopConditions())
        .setSampling(run.sampling())
        .build();
  }

  private void repeatVerdict(String laneId, VerdictAnnounced verdict) {
    Generator generator = lostGenerators.get(laneId);
    boolean isAnswered =
        generator == null ? !lostSamplerLanes.contains(laneId) : generator.hasReportedEnd();
    Duration every = repeat.multipliedBy(REPEATS_PER_VERDICT);
    if (!isAnswered && repeats.isDue("verdict " + laneId, every)) {
      topic.send(verdict);
    }
  }
}
