package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.KafkaOutage;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunAnnouncement;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.publish.DeliveryOutage;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.Topics;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunClosed;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.SamplerJoined;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Coordinates one run from its announcement to its last request, on one thread:
 *
 * <pre>
 *   lane opened ─▶ generators present ─▶ plan announced · shares assigned ─▶ generators ready
 *     ─▶ (warm-up lanes joined · warm-up announced ─▶ warm-up ended)
 *     ─▶ run started · lanes joined · start announced ─▶ generators ended, or lost
 *     ─▶ samplers ended ─▶ stop
 * </pre>
 *
 * While it waits, it publishes its frontier every second, declares lanes lost that are silent or
 * whose process has ended, counts consecutive failures, and forwards stop requests. It ends if
 * another coordinator has taken over the run.
 */
public final class RunCoordinator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunCoordinator.class);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  static final Duration POLL_INTERVAL = Duration.ofMillis(20);
  private static final long PREPARATION_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(30);
  private static final long WARMUP_MARGIN_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * Maximum lead of this clock over Kafka's; generators' clocks may be another half a minute ahead.
   */
  private static final long MAX_AHEAD_NANOS = TimeUnit.MINUTES.toNanos(59);

  /** Silence of a generator's lanes after which a new process with its name takes its place. */
  private static final long RETURN_SILENCE_MILLIS = 5_000;

  /** Maximum time until the coordinator reads one of its own heartbeats. */
  private static final long READ_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Time until the lane of a sampler joins that is a process of its own. */
  private static final long SAMPLER_LEAD_NANOS = 2 * SECOND;

  /** Maximum time until these samplers have taken their last samples after the load. */
  private static final long SAMPLERS_END_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A live generator repeats every second that it is ready. */
  private static final long READY_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Live generators answer immediately. */
  private static final long DISMISSAL_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Time after the maximum duration of a run within which a Kafka outage may delay its end. */
  private static final long END_TIMEOUT_NANOS = TimeUnit.HOURS.toNanos(1);

  /** After the results are printed, the remaining records do not justify a longer wait. */
  private static final long CLOSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Maximum time until the ends of lanes appear in the log after their generators have ended. */
  private static final long CATCH_UP_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * Maximum time until a generator reports its end after its lanes have ended in the log; writing
   * stored exchanges to its disk may take a minute.
   */
  private static final Duration END_REPORT_TIMEOUT = Duration.ofSeconds(90);

  private final RunAnnouncement run;
  private final Topics topics;
  private final SamplerLanes samplers;
  private final RunEnvironment environment;
  private final List<RunListener> listeners;
  private final long gatheringTimeoutNanos;

  private final ControlTopic topic;
  private final GeneratorControl control;
  private final LaneLogWriter log;
  private final LaneMonitor laneMonitor;
  private final CoordinatorLane lane;
  private final RunMarks marks;
  private final PartitionProbe partitionProbe;
  private final SilentLanes silentLanes;
  private final KafkaOutage outage;
  private final MissingEndReports missingEndReports;
  private final long incarnationEpochMillis;
  private final Leadership leadership;

  /** The run that another coordinator has started; null if this one starts it. */
  private @Nullable LedRun led;

  private final GeneratorRegistry generators;
  private final RemoteSamplers remoteSamplers;

  /** Start of the run while samplers can join it; empty before and after. */
  private OptionalLong joinableRunStart = OptionalLong.empty();

  private final LaneRegistry lanes;
  private final ReturningGenerators returning;
  private final Queue<String> exitedProcesses = new ConcurrentLinkedQueue<>();
  private final List<String> losses = new ArrayList<>();
  private final AtomicInteger stopRequests = new AtomicInteger();
  private final AtomicReference<EarlyStop> earlyStop = new AtomicReference<>(EarlyStop.NONE);
  private final ConsecutiveFailures failures;
  private int stopRequestsHandled;
  private boolean earlyStopHandled;
  private boolean maxDurationHandled;
  private boolean isJobMissing;

  /** Whether all generators are over, and the last of them was lost. */
  private boolean isLastOneLost;

  /** Reason of the first stop; null before it. */
  private @Nullable StopReason stopReason;

  private long nextBeatNanos = System.nanoTime();
  private long lastConfirmedNanos = System.nanoTime();
  private long endDeadlineNanos;

  /**
   * Creates a coordinator; nothing is sent yet.
   *
   * @param partitions number of partitions of each topic
   * @param failures counter of consecutive failures with its limit
   * @param environment the run's infrastructure; polled often
   * @param listeners called in this order
   * @param gatheringTimeout maximum time until all generators have joined
   * @throws KafkaUnreachableException if Kafka does not return the end offsets
   */
  public RunCoordinator(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      RunAnnouncement run,
      ConsecutiveFailures failures,
      SamplerLanes samplers,
      RunEnvironment environment,
      List<RunListener> listeners,
      Duration gatheringTimeout)
      throws KafkaUnreachableException {
    this(
        cluster,
        partitions,
        run,
        failures,
        samplers,
        environment,
        listeners,
        gatheringTimeout,
        new KafkaControlTopic(cluster),
        END_REPORT_TIMEOUT,
        new AnchoredRunClock());
  }

  /**
   * Creates a coordinator with the given control topic and clock.
   *
   * @param topic closed together with the coordinator
   * @param endReportTimeout maximum time until a generator reports its end after its lanes have
   *     ended
   * @param clock this machine's clock
   */
  RunCoordinator(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      RunAnnouncement run,
      ConsecutiveFailures failures,
      SamplerLanes samplers,
      RunEnvironment environment,
      List<RunListener> listeners,
      Duration gatheringTimeout,
      ControlTopic topic,
      Duration endReportTimeout,
      AnchoredRunClock clock)
      throws KafkaUnreachableException {
    this(
        cluster,
        partitions,
        run,
        failures,
        samplers,
        environment,
        listeners,
        gatheringTimeout,
        topic,
        endReportTimeout,
        clock,
        System.currentTimeMillis(),
        new LaneMonitor(
            cluster, run.runId(), cluster.lanePartitions(partitions), failures.isLimited()));
  }

  /**
   * Creates a coordinator that takes over a run, for {@link #leadOn}; nothing is sent yet.
   *
   * @param topic closed together with the coordinator
   */
  RunCoordinator(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      RunAnnouncement run,
      LedRun led,
      ConsecutiveFailures failures,
      SamplerLanes samplers,
      RunEnvironment environment,
      List<RunListener> listeners,
      ControlTopic topic) {
    this(
        cluster,
        partitions,
        run,
        failures,
        samplers,
        environment,
        listeners,
        Duration.ZERO,
        topic,
        END_REPORT_TIMEOUT,
        new AnchoredRunClock(),
        CoordinatorLane.incarnationAfter(led.coordinators()),
        new LaneMonitor(
            cluster, run.runId(), led.positions(), led.statuses(), failures.isLimited()));
    remoteSamplers.takeOver(led.samplerLanes());
    stopReason = led.stopReason().orElse(null);
    led.generators().forEach(generators::adopt);
    control.takeOver(led.start(), led.stop(), led.coordinators(), led.samplerLanes());
    led.lanes().forEach(lanes::join);
    led.overLanes().forEach(lanes::lose);
    this.led = led;
  }

  private RunCoordinator(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      RunAnnouncement run,
      ConsecutiveFailures failures,
      SamplerLanes samplers,
      RunEnvironment environment,
      List<RunListener> listeners,
      Duration gatheringTimeout,
      ControlTopic topic,
      Duration endReportTimeout,
      AnchoredRunClock clock,
      long incarnationEpochMillis,
      LaneMonitor laneMonitor) {
    this.run = run;
    this.missingEndReports = new MissingEndReports(endReportTimeout);
    this.failures = failures;
    this.topics = cluster.topics();
    this.samplers = samplers;
    this.environment = environment;
    this.listeners = List.copyOf(listeners);
    this.gatheringTimeoutNanos = gatheringTimeout.toNanos();
    this.topic = topic;
    this.log = new LaneLogWriter(cluster);
    this.laneMonitor = laneMonitor;
    this.incarnationEpochMillis = incarnationEpochMillis;
    this.lanes = new LaneRegistry(laneMonitor::lane);
    this.partitionProbe = new PartitionProbe(cluster);
    this.silentLanes = new SilentLanes(partitionProbe::endIfWritable, laneMonitor::position);
    this.outage = new KafkaOutage(this::warn, InstantSource.system(), "the run waits for it");
    this.lane =
        new CoordinatorLane(
            run.runId(),
            incarnationEpochMillis,
            CoordinatorLane.placeIn(topics, run.runId(), partitions),
            log,
            clock);
    this.marks = new RunMarks(lane::nowEpochNanos, lane::mark);
    this.generators =
        new GeneratorRegistry(
            run.runId(), run.generators(), System::nanoTime, lane::nowEpochNanos, this::warn);
    this.control =
        new GeneratorControl(
            run, topic, generators, System::nanoTime, lane::nowEpochNanos, GeneratorControl.REPEAT);
    this.leadership =
        new Leadership(lane.laneId(), () -> laneMonitor.lane(lane.laneId()), lane::ageNanos);
    control.identify(lane.laneId(), leadership);
    this.remoteSamplers =
        new RemoteSamplers(
            run.runId(),
            run.planJson(),
            topics.gpu(),
            requireNonNull(partitions.get(topics.gpu())),
            System::nanoTime);
    control.listenToSamplers(remoteSamplers::received);
    this.returning =
        new ReturningGenerators(generators, environment, new ReturnSteps(), System::nanoTime);
  }

  /**
   * Requests a stop. On the first call generators stop sending and wait for requests in flight; on
   * the second call they cancel them. Thread-safe.
   */
  public void requestStop() {
    stopRequests.incrementAndGet();
  }

  /**
   * Requests to stop sending and to wait for requests in flight, because a stop condition was met;
   * only the first call has an effect. Thread-safe.
   */
  public void stopEarly(EarlyStop stop) {
    earlyStop.compareAndSet(EarlyStop.NONE, stop);
  }

  /**
   * Adds a mark to the run at the current time, and reports it to the listeners. Thread-safe.
   *
   * @throws IllegalArgumentException if the text is invalid
   * @throws MarkRefusedException if the load does not run, or the run has too many marks
   */
  public Mark addMark(String text, MarkSource addedBy) throws MarkRefusedException {
    if (leadership.isLost()) {
      throw new MarkRefusedException("another process leads the run now");
    }
    Mark mark = marks.add(text, addedBy);
    LOG.info("Mark: {}", mark.getText());
    report(listener -> listener.marked(mark));
    return mark;
  }

  /** Counts the marks that earlier coordinators of the run have added. Thread-safe. */
  public void countEarlierMarks(int earlier) {
    marks.countEarlier(earlier);
  }

  /** Returns the location of the coordinator's lane. Thread-safe. */
  public LaneLocation place() {
    return lane.place();
  }

  /** Reports that a generator's process has exited, for whatever reason. Thread-safe. */
  public void processExited(String processId) {
    exitedProcesses.add(processId);
  }

  /** Returns the current load of all generators. Thread-safe. */
  public LiveLoad liveLoad() {
    return laneMonitor.liveLoad();
  }

  /** Returns the current state of each generator lane. Thread-safe. */
  public List<LiveLane> liveLanes() {
    return laneMonitor.liveLanes();
  }

  /**
   * Runs until the last request has ended and {@code Stop} is written.
   *
   * @throws RunFailedException if the run could not start, its infrastructure failed, or another
   *     coordinator has taken it over
   */
  public LoadOutcome run() throws RunFailedException, InterruptedException {
    endDeadlineNanos = System.nanoTime() + run.longestDurationNanos();
    if (led != null) {
      claim(led); // a coordinator whose claim fails leaves the generators alone
    }
    try {
      if (led != null) {
        return leadOn(led);
      }
      lane.open(run.planFacts(), incarnationEpochMillis);
      gatherGenerators();
      requireKafkaTime();
      awaitJob();
      awaitReplacements();
      if (!isStopRequested() && run.hasWarmup()) {
        warmUp();
      }
      if (isStopRequested()) {
        return abandon();
      }
      long runStart = start();
      superviseUntil(this::isLoadOver, UNLIMITED);
      return end(runStart);
    } catch (KafkaException e) {
      throw kafkaFailed(e);
    } catch (RunFailedException e) {
      dismissGenerators();
      throw e;
    }
  }

  private boolean isLoadOver() {
    return generators.isOver() && !returning.isAwaiting();
  }

  private void claim(LedRun taken) throws RunFailedException {
    if (!taken.claim().make(log, lane.laneId(), lane.nowEpochNanos())) {
      leadership.claimFailed();
      throw new RunTakenOverException(run.runId());
    }
  }

  /** Leads a run to its end that another coordinator has started. */
  private LoadOutcome leadOn(LedRun taken) throws RunFailedException, InterruptedException {
    lane.open(run.planFacts(), incarnationEpochMillis);
    taken.coordinators().forEach(lane::succeed);
    lane.beat();
    flush();
    marks.open(taken.start().getRunStartEpochNs());
    LOG.info("This coordinator leads the run as {}", lane.laneId());
    report(listener -> listener.starting(taken.start().getRunStartEpochNs()));
    losses.addAll(taken.losses());
    lanes.openOfSamplers().stream()
        .filter(member -> !RemoteSamplers.isLane(member.laneId()))
        .forEach(this::loseSampler);
    joinSamplers(taken.start().getRunStartEpochNs());
    joinableRunStart = OptionalLong.of(taken.start().getRunStartEpochNs());
    lanes.all().stream()
        .filter(member -> taken.unconfirmedLosses().containsKey(member.laneId()))
        .forEach(member -> repeatVerdict(member, taken.unconfirmedLosses()));
    if (taken.stop().isEmpty()) {
      returning.open("its process ended");
    } else {
      returning.close();
    }
    superviseUntil(this::isLoadOver, UNLIMITED);
    return end(taken.start().getRunStartEpochNs());
  }

  /** Perhaps the former coordinator ended before Kafka had its verdict; the first one counts. */
  private void repeatVerdict(LaneRegistry.Member member, Map<String, String> reasons) {
    appendVerdict(member, requireNonNull(reasons.get(member.laneId())), true);
  }

  /** The sampler of the former coordinator was in its process. */
  private void loseSampler(LaneRegistry.Member member) {
    String loss =
        samplers.lanes().isEmpty()
            ? "the samples of GPUs and servers end with the former coordinator"
            : "the samples of GPUs and servers are missing from the end of the former coordinator"
                + " until this one has started";
    lose(member, loss, "its process ended", true);
  }

  private void joinSamplers(long runStart) throws RunFailedException, InterruptedException {
    if (samplers.lanes().isEmpty()) {
      return;
    }
    long joins = notBeforeFrontier(lane.nowEpochNanos()) + SECOND;
    joinSamplersAt(joins);
    flush();
    samplers.open(runStart, joins);
  }

  private void joinSamplersAt(long joinsEpochNanos) {
    for (LaneAddress sampler : samplers.lanes()) {
      join(sampler, LaneKind.SAMPLER, samplers.processId(), null, joinsEpochNanos);
    }
    control.addSamplers(samplers.lanes());
  }

  /** Lets samplers join that are processes of their own. */
  private void joinRemoteSamplers() {
    if (joinableRunStart.isPresent()) {
      remoteSamplers.answer(
          joinableRunStart.getAsLong(),
          notBeforeFrontier(lane.nowEpochNanos()) + SAMPLER_LEAD_NANOS,
          this::join,
          control::answer);
    }
  }

  private void join(SamplerJoined sampler) {
    String name = sampler.getProcessId();
    List<String> earlier = remoteSamplers.lanesOf(name);
    lanes.openOfSamplers().stream()
        .filter(member -> earlier.contains(member.laneId()))
        .forEach(member -> loseRemote(member, "its process was restarted"));
    LaneAddress address = sampler.getLane();
    String nameInRun = LaneStart.processOf(address.getLaneId());
    join(address, LaneKind.SAMPLER, nameInRun, null, sampler.getJoinsEpochNs());
    control.addSamplers(List.of(address));
    LOG.info("The sampler of {} has joined as {}", name, nameInRun);
  }

  private void loseRemote(LaneRegistry.Member member, String reason) {
    lose(member, describe(member) + " was lost: " + reason, reason, true);
  }

  private String describe(LaneRegistry.Member member) {
    return remoteSamplers
        .nameOf(member.laneId())
        .map(name -> "the GPU sampler of " + name)
        .orElseGet(member::processId);
  }

  /** The clock of an earlier coordinator may have been ahead of this one. */
  private long notBeforeFrontier(long epochNanos) {
    return led == null ? epochNanos : Math.max(epochNanos, led.frontierEpochNanos());
  }

  /** Stops the generators, so that they do not wait for a failed coordinator. */
  private void dismissGenerators() {
    if (environment.failure().isEmpty() && !leadership.isLost()) {
      control.announceStop(StopReason.FAILED, true);
      awaitDismissal();
    }
  }

  /** Waits briefly until all live generators have ended. */
  private void awaitDismissal() {
    long startNanos = System.nanoTime();
    while (!generators.isOver() && System.nanoTime() - startNanos < DISMISSAL_TIMEOUT_NANOS) {
      control.exchange(POLL_INTERVAL);
    }
  }

  private RunFailedException kafkaFailed(KafkaException problem) throws RunFailedException {
    LOG.error("Kafka failed", problem);
    // Prefer the cause, if it is known.
    requireEnvironmentHealthy();
    return failed(
        ExitCode.INFRASTRUCTURE_FAILED, "Cannot continue: Kafka failed: " + problem.getMessage());
  }

  private void gatherGenerators() throws RunFailedException, InterruptedException {
    require(
        () -> generators.isComplete() || isStopRequested(),
        gatheringTimeoutNanos,
        "all generators to join");
    if (isStopRequested()) {
      return;
    }
    LOG.info("All generators have joined");
    report(listener -> listener.generatorsPresent(run.generators()));
    generators.assignShares();
    awaitReady();
    generators.warnOfClocks();
    LOG.info("Generators are ready");
    report(RunListener::generatorsReady);
  }

  private void awaitReady() throws RunFailedException, InterruptedException {
    require(
        () -> generators.isReady() || isStopRequested(),
        PREPARATION_TIMEOUT_NANOS,
        "all generators to be ready");
    List<String> problems = generators.problems();
    if (!problems.isEmpty()) {
      throw new RunFailedException(
          ExitCode.USAGE, problems.get(0), problems.subList(1, problems.size()));
    }
  }

  /**
   * Checks the generators again, because one may have ended during the wait for the job: the run
   * starts with all of them or not at all.
   */
  private void awaitReplacements() throws RunFailedException, InterruptedException {
    if (!superviseUntil(() -> generators.isReady() || isStopRequested(), READY_TIMEOUT_NANOS)) {
      List<String> missing = generators.notReady();
      warn(
          "not all generators are ready any more"
              + (missing.isEmpty() ? "" : " (" + String.join(", ", missing) + ")")
              + "; the run waits for them or for replacements");
      awaitReady();
      generators.warnOfClocks();
    }
  }

  /**
   * Compares this clock with Kafka's: if it is too far ahead, the job would reject all events and
   * the run would have no result.
   */
  private void requireKafkaTime() throws RunFailedException, InterruptedException {
    boolean isNear =
        superviseUntil(
            () ->
                isStopRequested() || (isKafkaTimeKnown() && aheadOfKafkaNanos() < MAX_AHEAD_NANOS),
            READ_TIMEOUT_NANOS);
    if (!isNear && isKafkaTimeKnown()) {
      long ahead = TimeUnit.NANOSECONDS.toMinutes(aheadOfKafkaNanos());
      abandon();
      closeRun();
      throw failed(
          ExitCode.INFRASTRUCTURE_FAILED,
          "Cannot start the load: this machine's clock is %d min ahead of Kafka's, and the job rejects events that are more than an hour ahead (synchronize both clocks, with NTP or chrony)"
              .formatted(ahead));
    }
  }

  private boolean isKafkaTimeKnown() {
    return laneMonitor.newestEpochMillis() > 0;
  }

  /**
   * Returns the lead over Kafka's clock, according to the newest heartbeat of this process, which
   * is at most a second old while Kafka is available.
   */
  private long aheadOfKafkaNanos() {
    return lane.nowEpochNanos() - TimeUnit.MILLISECONDS.toNanos(laneMonitor.newestEpochMillis());
  }

  /** Waits for a job that reads the run; without one, the load would have no result. */
  private void awaitJob() throws RunFailedException, InterruptedException {
    if (!environment.isJobReading()) {
      report(RunListener::awaitingJob);
    }
    superviseUntil(
        () ->
            environment.isJobReading() || environment.jobProblem().isPresent() || isStopRequested(),
        UNLIMITED);
    environment.jobCheckFailure().ifPresent(this::warn);
    Optional<String> problem = environment.jobProblem();
    if (problem.isPresent() && !environment.isJobReading() && !isStopRequested()) {
      abandon();
      closeRun();
      throw failed(ExitCode.INFRASTRUCTURE_FAILED, "Cannot start the load: " + problem.get());
    }
  }

  private void warmUp() throws RunFailedException, InterruptedException {
    join(Phase.WARMUP, lane.nowEpochNanos());
    flush();
    control.announceWarmup();
    report(RunListener::warmupStarted);
    require(
        generators::hasEndedWarmup,
        run.longestWarmupNanos() + WARMUP_MARGIN_NANOS,
        "the warm-up to end");
  }

  private long start() throws RunFailedException, InterruptedException {
    // The following events must be in the log before the start, so Kafka must be available.
    flush();
    // The start must be in the future on the fastest clock, too.
    long now = lane.nowEpochNanos() + generators.fastestClockNanos();
    long runStart = StartTime.after(now, environment.startLead());
    PlanFacts facts = PlanFacts.newBuilder(run.planFacts()).setRunStartEpochNs(runStart).build();
    lane.runStarted(
        runStart,
        facts,
        run.configurationJson(),
        run.toolVersion(),
        run.plannedRequests(),
        generators.all().stream().map(Generator::facts).toList());
    join(Phase.PROFILING, runStart);
    joinSamplersAt(runStart);
    List<SamplerJoined> remote = new ArrayList<>();
    remoteSamplers.answer(runStart, runStart, this::join, remote::add);
    flush();
    control.announceStart(runStart);
    remote.forEach(control::answer);
    joinableRunStart = OptionalLong.of(runStart);
    marks.open(runStart);
    returning.open("it was lost during the warm-up");
    samplers.open(runStart, runStart);
    LOG.info("The start is announced");
    report(listener -> listener.starting(runStart));
    return runStart;
  }

  private void join(Phase phase, long joinsEpochNanos) {
    generators.all().forEach(generator -> join(generator, phase, joinsEpochNanos));
  }

  private void join(Generator generator, Phase phase, long joinsEpochNanos) {
    for (LaneAddress address : generator.lanes(phase)) {
      join(address, LaneKind.GENERATOR, generator.nameInRun(), phase, joinsEpochNanos);
    }
  }

  /** What a generator that continues the share of a lost one requires. */
  private final class ReturnSteps implements ReturningGenerators.Steps {
    @Override
    public void lose(Generator generator, String reason, boolean processEnded) {
      RunCoordinator.this.lose(generator, reason, processEnded);
    }

    @Override
    public void join(Generator generator, Duration lead) {
      long now = lane.nowEpochNanos() + generators.fastestClockNanos();
      long joins = notBeforeFrontier(now) + lead.toNanos();
      RunCoordinator.this.join(generator, Phase.PROFILING, joins);
      generator.join(joins);
      control.announceJoins();
    }

    @Override
    public boolean isGone(Generator generator) {
      // While it is not certain, another coordinator may have taken over the run.
      return leadership.isCertain() && (generator.hasExited() || isSilent(generator));
    }

    private boolean isSilent(Generator generator) {
      return lanes.areSilent(generator.nameInRun(), laneMonitor.logMillis(), RETURN_SILENCE_MILLIS);
    }

    @Override
    public void warn(String warning) {
      RunCoordinator.this.warn(warning);
    }
  }

  private void join(
      LaneAddress address,
      LaneKind kind,
      String processId,
      @Nullable Phase phase,
      long joinsEpochNanos) {
    LaneLocation place = new LaneLocation(address.getTopic(), address.getPartition());
    lane.join(address.getLaneId(), processId, kind, phase, place, joinsEpochNanos);
    lanes.join(
        new LaneRegistry.Member(
            address.getLaneId(), place, processId, phase, laneMonitor.logMillis()));
  }

  private LoadOutcome end(long runStart) throws RunFailedException, InterruptedException {
    returning.close();
    joinableRunStart = OptionalLong.empty();
    // Usually the ends of lanes are in the log before generators report their end. The rest of a
    // lane may also come from a file when its generator is started again.
    if (!superviseUntil(lanes::isOverForGenerators, CATCH_UP_TIMEOUT_NANOS)) {
      confirmLeadership();
      lanes.openOfGenerators().forEach(this::loseRest);
    }
    marks.end();
    long loadEnded = loadEndedEpochNanos(runStart);
    LOG.info("The load has ended");
    report(RunListener::loadEnded);
    control.announceLoadEnded();
    samplers.end();
    awaitRemoteSamplers();
    losses.addAll(generators.problemsAtTheEnd());
    // The last requests may have met a stop condition; it is reported although nothing is left to
    // stop.
    countFailures();
    EarlyStop early = earlyStop();
    StopReason reason = stopReason == null ? early.reason() : stopReason;
    // No heartbeat here: its frontier would extend the run beyond the end of the load.
    return stop(runStart, loadEnded, reason, early.condition());
  }

  /**
   * Waits until samplers that are processes of their own have ended their lanes. No heartbeat
   * meanwhile: its frontier would extend the run beyond the end of the load.
   */
  private void awaitRemoteSamplers() throws RunFailedException, InterruptedException {
    long startNanos = System.nanoTime();
    while (!openRemoteSamplers().isEmpty()
        && System.nanoTime() - startNanos < SAMPLERS_END_TIMEOUT_NANOS) {
      control.exchange(POLL_INTERVAL);
      requireEnvironmentHealthy();
    }
    if (!openRemoteSamplers().isEmpty()) {
      confirmLeadership();
      openRemoteSamplers()
          .forEach(member -> loseRemote(member, "its last samples have not reached Kafka"));
    }
  }

  private List<LaneRegistry.Member> openRemoteSamplers() {
    return lanes.openOfSamplers().stream()
        .filter(member -> RemoteSamplers.isLane(member.laneId()))
        .toList();
  }

  /** Ends a run before its start: nothing was measured, but the opened lanes are closed. */
  private LoadOutcome abandon() throws RunFailedException, InterruptedException {
    EarlyStop early = earlyStop();
    StopReason reason = early.isNone() ? StopReason.INTERRUPTED : early.reason();
    announceStop(reason, early.condition(), true);
    awaitDismissal();
    long now = lane.nowEpochNanos();
    return stop(now, now, reason, early.condition());
  }

  private LoadOutcome stop(long runStart, long loadEnded, StopReason reason, String condition)
      throws RunFailedException, InterruptedException {
    confirmLeadership();
    lane.stop(reason, condition, loadEnded);
    flush();
    LOG.info("The stop of the run is in the log");
    return new LoadOutcome(runStart, loadEnded, reason, condition, losses);
  }

  /** Returns the end of the last lane that ended regularly; the current time if none did. */
  private long loadEndedEpochNanos(long runStart) {
    long ended =
        lanes.all().stream()
            .filter(member -> member.phase() == Phase.PROFILING)
            .map(member -> laneMonitor.lane(member.laneId()))
            .filter(life -> life.hasEnded() && life.identity() != null)
            .mapToLong(LaneStatus::endedEpochNanos)
            .max()
            .orElseGet(lane::nowEpochNanos);
    return Math.max(runStart, ended);
  }

  /**
   * Writes {@code RunClosed} for every lane, with the coordinator's lane last. Call it when the
   * run's rows are committed.
   *
   * @throws RunFailedException if the infrastructure failed
   */
  public void closeRun() throws RunFailedException, InterruptedException {
    confirmLeadership();
    try {
      lanes.all().forEach(member -> close(member.laneId(), member.place()));
      if (led != null) {
        led.coordinators().forEach(former -> close(former, lane.place()));
      }
      close(lane.laneId(), lane.place());
      // Answers generators that have not read the confirmation of their end.
      control.exchange(Duration.ZERO);
      control.announceClosed();
      long startNanos = System.nanoTime();
      while (!isFlushed()) {
        requireEnvironmentHealthy();
        if (System.nanoTime() - startNanos > CLOSE_TIMEOUT_NANOS) {
          warn(
              "Cannot close the run's lanes in Kafka: it has not answered for "
                  + TimeUnit.NANOSECONDS.toSeconds(CLOSE_TIMEOUT_NANOS)
                  + " s (the results are complete; the job retains some state of the run)");
          return;
        }
        TimeUnit.MILLISECONDS.sleep(1);
      }
    } catch (KafkaException e) {
      throw kafkaFailed(e);
    }
  }

  private void close(String laneId, LaneLocation place) {
    log.append(
        place,
        RecordKey.verdict(run.runId(), laneId, EventKind.RUN_CLOSED),
        new RunClosed(run.runId(), laneId));
  }

  // Supervision while waiting.

  private void require(BooleanSupplier condition, long atMostNanos, String awaited)
      throws RunFailedException, InterruptedException {
    if (!superviseUntil(condition, atMostNanos)) {
      throw failed(
          ExitCode.INTERNAL_ERROR,
          "Cannot continue: waited %s s for %s"
              .formatted(TimeUnit.NANOSECONDS.toSeconds(atMostNanos), awaited));
    }
  }

  /**
   * Supervises the run until the condition holds.
   *
   * @param atMostNanos maximum time, not counting Kafka outages
   * @return whether the condition holds; false if the time has passed
   */
  private boolean superviseUntil(BooleanSupplier condition, long atMostNanos)
      throws RunFailedException, InterruptedException {
    long startNanos = System.nanoTime() - outage.totalNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - outage.totalNanos() - startNanos > atMostNanos) {
        return false;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      superviseOnce();
    }
    return true;
  }

  private void superviseOnce() throws RunFailedException, InterruptedException {
    control.exchange(POLL_INTERVAL);
    requireLeadership();
    if (!control.isBehind()) {
      beatWhenDue();
    }
    requireEnvironmentHealthy();
    reportJob();
    checkKafka();
    if (!leadership.isCertain()) {
      return; // until it has read whether another coordinator has taken over
    }
    loseExitedProcesses();
    returning.update();
    joinRemoteSamplers();
    long logMillis = laneMonitor.logMillis();
    silentLanes
        .lost(lanes.silent(logMillis), member -> lanes.restartSilence(member, logMillis))
        .forEach(this::loseSilent);
    endUnreported();
    countFailures();
    handleStopRequests();
    checkLastLoss();
  }

  /** Ends the run if its last generator was lost and does not return. */
  private void checkLastLoss() {
    isLastOneLost &= generators.isOver();
    if (isLastOneLost && !returning.isAwaiting() && stopReason == null) {
      stopReason = StopReason.GENERATORS_LOST;
    }
  }

  private void requireEnvironmentHealthy() throws RunFailedException {
    Optional<String> failure = environment.failure();
    if (failure.isPresent()) {
      throw failed(ExitCode.INFRASTRUCTURE_FAILED, failure.get());
    }
  }

  private void requireLeadership() throws RunFailedException {
    if (leadership.isLost()) {
      throw new RunTakenOverException(run.runId());
    }
  }

  /**
   * Checks that this coordinator still leads the run; may take seconds. Only for the coordinator's
   * thread, after the load has ended.
   *
   * @throws RunTakenOverException if another coordinator has taken over
   */
  public void confirmLeadership() throws RunFailedException, InterruptedException {
    long now = System.nanoTime();
    if (now - lastConfirmedNanos > Leadership.CERTAIN_FOR.toNanos()) {
      // This process may have been suspended.
      OptionalLong end = partitionProbe.endIfWritable(lane.place());
      while (end.isPresent()
          && laneMonitor.position(lane.place()) < end.getAsLong()
          && System.nanoTime() - now < READ_TIMEOUT_NANOS) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
    lastConfirmedNanos = System.nanoTime();
    requireLeadership();
  }

  /** Renews the lease until it is closed, while this thread does something else. */
  public HeldLease holdLease() {
    return new HeldLease(() -> control.exchange(POLL_INTERVAL));
  }

  /** Reports once when the job stops and once when it continues. */
  private void reportJob() {
    Optional<String> problem = environment.jobProblem();
    if (problem.isPresent() != isJobMissing && environment.isJobReading()) {
      isJobMissing = problem.isPresent();
      warn(problem.orElse("the job continues"));
    }
  }

  /** Waits for Kafka during an outage, but not beyond the maximum duration of the run. */
  private void checkKafka() throws RunFailedException {
    outage.update(log.outage().or(samplers::outage));
    if (outage.isAway() && isEndOverdue()) {
      throw failed(
          ExitCode.INFRASTRUCTURE_FAILED,
          "Cannot continue: Kafka has not answered since "
              + outage.since()
              + ", and the run's maximum duration has passed");
    }
  }

  private boolean isEndOverdue() {
    return System.nanoTime() - endDeadlineNanos > END_TIMEOUT_NANOS;
  }

  /** Waits until Kafka has acknowledged all records, unless the infrastructure has failed. */
  private void flush() throws RunFailedException, InterruptedException {
    while (!isFlushed()) {
      requireEnvironmentHealthy();
      checkKafka();
      TimeUnit.MILLISECONDS.sleep(1);
    }
    // An outage may have ended since the last check.
    outage.update(Optional.empty());
  }

  private boolean isFlushed() {
    return log.isFlushed() && samplers.isFlushed();
  }

  /**
   * Returns whether Kafka is unavailable during the wait for committed rows; reports the start and
   * end of an outage. Always false after the maximum duration of the run. Only for the
   * coordinator's thread.
   */
  public boolean isKafkaAway() throws InterruptedException {
    if (isEndOverdue()) {
      return false;
    }
    boolean away = partitionProbe.endIfWritable(lane.place()).isEmpty();
    outage.update(
        away ? Optional.of(new DeliveryOutage(Instant.now(), Optional.empty())) : Optional.empty());
    return away;
  }

  private void beatWhenDue() {
    long now = System.nanoTime();
    if (now - nextBeatNanos < 0) {
      return;
    }
    nextBeatNanos = now + SECOND;
    lane.beat();
  }

  private void loseExitedProcesses() throws RunFailedException {
    for (String process = exitedProcesses.poll();
        process != null;
        process = exitedProcesses.poll()) {
      Optional<Generator> generator = generators.of(process);
      if (generator.isPresent() && generator.get().isOver() && !generator.get().isLost()) {
        continue; // after the end of its share
      }
      if (generator.isPresent() && generator.get().continuesShare()) {
        returning.exited(generator.get());
        continue;
      }
      if (generator.isEmpty() || !generator.get().isReady()) {
        throw failed(
            ExitCode.INTERNAL_ERROR,
            "Cannot start: generator " + process + " ended before it was ready");
      }
      if (lanes.all().isEmpty()) {
        throw failed(
            ExitCode.INTERNAL_ERROR,
            "Cannot start: generator " + process + " ended before the load began");
      }
      returning.exited(generator.get());
    }
  }

  private void loseSilent(LaneRegistry.Member member) {
    String reason = "silent for " + LaneRegistry.MAX_SILENCE_MILLIS / 1000 + " s";
    generators
        .named(member.processId())
        .filter(generator -> generator.owns(member.laneId())) // not a lane of an earlier process
        .ifPresentOrElse(
            generator -> lose(generator, reason, false),
            () -> lose(member, describe(member) + " was lost: " + reason, reason, false));
  }

  /** Ends generators whose end report is missing: the log proves that their data is complete. */
  private void endUnreported() {
    missingEndReports
        .overdue(
            generators.all(),
            generator ->
                lanes.areOver(
                    generator.lanes(Phase.PROFILING).stream().map(LaneAddress::getLaneId).toList()),
            System.nanoTime() - outage.totalNanos())
        .forEach(
            generator -> {
              generator.end();
              warn(
                  "generator "
                      + generator.description()
                      + " has not reported its end; all of its events are in the log");
            });
  }

  private void lose(Generator generator, String reason, boolean processEnded) {
    generator.lose();
    String loss = "generator " + generator.description() + " was lost: " + reason;
    lanes.openOf(generator.nameInRun()).stream()
        .filter(member -> generator.owns(member.laneId()))
        .forEach(member -> lose(member, loss, reason, processEnded));
    isLastOneLost = generators.isOver();
    returning.lost(generator);
  }

  private void loseRest(LaneRegistry.Member member) {
    String reason = "its last events have not reached Kafka";
    String name =
        generators
            .named(member.processId())
            .map(Generator::description)
            .orElseGet(member::processId);
    lose(
        member,
        "generator " + name + ": " + reason + " (its output names the file that contains them)",
        reason,
        true);
  }

  private void lose(LaneRegistry.Member member, String loss, String reason, boolean processEnded) {
    LOG.warn("Lane {} is lost: {}", member.laneId(), reason);
    lanes.lose(member);
    appendVerdict(member, reason, processEnded);
    if (RemoteSamplers.isLane(member.laneId())) {
      control.announceLostSampler(member.laneId(), reason);
    } else {
      control.announceLost(member.laneId(), reason, generators.named(member.processId()));
    }
    if (!losses.contains(loss)) {
      losses.add(loss);
      warn(loss);
    }
  }

  private void appendVerdict(LaneRegistry.Member member, String reason, boolean processEnded) {
    OptionalLong issued = returning.issued(member.laneId());
    log.append(
        member.place(),
        RecordKey.verdict(run.runId(), member.laneId(), EventKind.LANE_LOST),
        LaneLost.newBuilder()
            .setRunId(run.runId())
            .setLaneId(member.laneId())
            .setReason(reason)
            .setJudgedEpochNs(lane.nowEpochNanos())
            .setIssued(issued.isPresent() ? issued.getAsLong() : null)
            .setIssuedFinal(processEnded)
            .build());
  }

  private void countFailures() {
    // Read the frontier first: then all requests that ended before it are collected.
    long frontier = lanes.frontierEpochNanos();
    laneMonitor.takeCompletedRequests().forEach(failures::add);
    failures
        .countBefore(frontier)
        .ifPresent(
            condition -> stopEarly(new EarlyStop(StopReason.CONSECUTIVE_FAILURES, condition)));
  }

  private void handleStopRequests() {
    int requests = stopRequests.get();
    if (requests > stopRequestsHandled) {
      stopRequestsHandled = requests;
      announceStop(StopReason.INTERRUPTED, "", requests > 1);
    }
    EarlyStop early = earlyStop();
    if (!early.isNone() && !earlyStopHandled) {
      earlyStopHandled = true;
      announceStop(early.reason(), early.condition(), false);
    }
    if (!maxDurationHandled && System.nanoTime() - endDeadlineNanos > 0) {
      maxDurationHandled = true;
      announceStop(StopReason.LONGEST_DURATION, "", true);
    }
  }

  /**
   * Announces a stop. The first reason is retained; a further stop only cancels requests in flight.
   */
  private void announceStop(StopReason reason, String condition, boolean cancel) {
    stopReason = stopReason == null ? reason : stopReason;
    returning.close();
    control.announceStop(reason, cancel);
    report(listener -> listener.stopping(condition));
  }

  private EarlyStop earlyStop() {
    return requireNonNull(earlyStop.get());
  }

  private boolean isStopRequested() {
    return stopRequests.get() > 0 || !earlyStop().isNone();
  }

  private void report(Consumer<RunListener> event) {
    listeners.forEach(listener -> listener.dispatch(event));
  }

  private void warn(String warning) {
    report(listener -> listener.warned(warning));
  }

  private RunFailedException failed(ExitCode exitCode, String message) {
    return new RunFailedException(exitCode, message, List.of());
  }

  /** Closes the connections to Kafka; generators receive no further messages. */
  @Override
  public void close() {
    marks.end();
    laneMonitor.close();
    topic.close();
    log.close();
    partitionProbe.close();
  }
}
