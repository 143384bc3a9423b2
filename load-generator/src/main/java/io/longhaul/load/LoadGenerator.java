package io.longhaul.load;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.dataset.file.InputsFile;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.synthetic.ChatTokens;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.plan.load.UserPlan;
import io.longhaul.load.plan.server.Redaction;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.record.CancelCause;
import io.longhaul.load.record.LaneDescription;
import io.longhaul.load.record.LaneRecorder;
import io.longhaul.load.record.LaneSummary;
import io.longhaul.load.record.NotIssuedCounts;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.schedule.PlannedArrivals;
import io.longhaul.load.schedule.PlannedEntries;
import io.longhaul.load.schedule.UserSchedule;
import io.longhaul.load.schedule.UserStarts;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.load.time.PauseMeter;
import io.longhaul.load.time.ProcessMonitor;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.Phase;
import io.longhaul.wire.control.LaneAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects schedule, prompts, clients and recorders of one generator, and runs its phases.
 *
 * <p>Call order, on one thread: {@link #prepare}, {@link #warmUp} if the plan has a warm-up, {@link
 * #start}, {@link #close}. A generator that continues the share of a lost one calls {@link
 * #prepareToContinue} and {@link #continueFrom} instead of {@link #warmUp} and {@link #start}.
 * {@link #stop} may be called at any time from any thread.
 */
public final class LoadGenerator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoadGenerator.class);
  private static final long CLOSE_WITHIN_SECONDS = 5;

  /**
   * Maximum time that the rehearsal delays the start. The rest of it runs while the generator waits
   * for the start.
   */
  private static final long FIRST_REHEARSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

  /** The same maximum for a short load, whose user waits for the end. */
  private static final long SHORT_REHEARSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long REQUESTS_OF_A_SHORT_LOAD = 100;
  private static final long NANOS_OF_A_SHORT_LOAD = TimeUnit.SECONDS.toNanos(30);

  /** Pause between rehearsal and start, in which the JIT compilers finish their work. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  private final GeneratorSetup setup;
  private final EndpointDialect dialect;

  /** Null if the server counts tokens, or if responses contain no tokens. */
  private final @Nullable Tokenizer tokenizer;

  private final List<LlmClient> clients;
  private final PauseMeter pauses;
  private @Nullable RequestFactory requests;
  private long toRehearse;

  /** The rest of the share of a lost generator, by event loop; empty if there is none. */
  private final List<ShareContinuation> continuations = new ArrayList<>();

  /** Guards the fields below. */
  private final Object lock = new Object();

  private final List<RunningLane> running = new ArrayList<>();
  private boolean stopped;
  private boolean cancelled;

  public LoadGenerator(GeneratorSetup setup) {
    this.setup = setup;
    RequestPlan request = setup.plan().request();
    this.dialect = request.endpointType().dialect(request.dialectOptions());
    boolean nothingToCount = request.useServerTokenCount() || !request.producesTokens();
    this.tokenizer = nothingToCount ? null : setup.tokenizer();
    this.clients = new ArrayList<>();
    this.pauses = new PauseMeter(setup.clock());
    this.toRehearse = setup.plan().measurement().rehearsalRequests();
  }

  /** Creates a prepared generator that rehearses for another one, with its clients. */
  private LoadGenerator(LoadGenerator measured, GeneratorSetup rehearsal, RequestFactory requests) {
    this.setup = rehearsal;
    this.dialect = measured.dialect;
    this.tokenizer = measured.tokenizer;
    this.clients = measured.clients;
    this.pauses = measured.pauses;
    this.requests = requests;
  }

  private RequestFactory requests() {
    return requireNonNull(requests, "prepare() has not been called");
  }

  private record RunningLane(LaneSender load, LaneRecorder recorder) {}

  /**
   * Returns the lanes that this generator writes in all phases of the plan, with their partitions.
   */
  public List<LaneAddress> laneAddresses() {
    List<LaneAddress> addresses = new ArrayList<>();
    for (LoadPhase phase : LoadPhase.values()) {
      if (setup.plan().load().has(phase)) {
        for (int loop = 0; loop < loops(); loop++) {
          addresses.add(
              new LaneAddress(
                  laneId(phase, loop), phase.name(), setup.timingTopic(), partitionOf(loop)));
        }
      }
    }
    return addresses;
  }

  /**
   * Returns one sentence for each lane that sends nothing in a phase, with the reason; usually
   * empty.
   */
  public List<String> idleLanes() {
    List<String> sentences = new ArrayList<>();
    for (LoadPhase phase : LoadPhase.values()) {
      for (int loop = 0; loop < loops() && setup.plan().load().has(phase); loop++) {
        shareOf(setup.plan().load().of(phase), loop).emptyBecause().ifPresent(sentences::add);
      }
    }
    return sentences;
  }

  /**
   * Builds the requests, starts the clients and rehearses. Takes up to a few seconds, whatever the
   * plan.
   */
  public void prepare() {
    ChatTokens chat = ChatTokens.of(setup.plan(), setup.tokenizer()).orElse(null);
    requests =
        RequestFactory.of(setup.plan(), setup.prompts(), dialect, chat, setup.secretHeaders());
    for (int loop = 0; loop < loops(); loop++) {
      clients.add(setup.clients().apply("load-" + setup.processId() + "." + loop));
    }
    rehearse(isOverSoon() ? SHORT_REHEARSAL_NANOS : FIRST_REHEARSAL_NANOS);
  }

  private boolean isOverSoon() {
    PhasePlan load = setup.plan().load().profiling();
    Long requests = load.requestCount() == null ? load.sessionCount() : load.requestCount();
    return (requests != null && requests <= REQUESTS_OF_A_SHORT_LOAD)
        || (load.durationNanos() != null && load.durationNanos() <= NANOS_OF_A_SHORT_LOAD);
  }

  /**
   * Writes the inputs file with the request of every dataset entry. Call it after {@link #prepare}.
   *
   * @return false, and nothing is written, if prompts are generated only when they are sent, or if
   *     requests are not JSON
   * @throws IOException if the file cannot be written
   */
  public boolean writeInputs(Path file) throws IOException {
    PromptSource prompts = setup.prompts();
    boolean isWritable =
        prompts.isInMemory() && setup.plan().request().endpointType().hasJsonInputs();
    if (isWritable) {
      InputsFile.write(file, prompts.entries(), requests()::input);
    }
    return isWritable;
  }

  /** Sends some of the remaining rehearsal requests; does nothing if there is no time. */
  private void rehearse(long maxNanos) {
    if (toRehearse == 0 || maxNanos <= 0) {
      return;
    }
    long began = setup.clock().nowNanos();
    long rehearsed = rehearse(toRehearse, maxNanos).issued();
    toRehearse -= rehearsed;
    LOG.info(
        "Rehearsed {} requests in {} ms",
        rehearsed,
        TimeUnit.NANOSECONDS.toMillis(setup.clock().nowNanos() - began));
  }

  /**
   * Rehearses on all clients in parallel; returns when it has finished.
   *
   * @param count number of requests, over all clients
   * @param maxNanos time after which no further request is sent; the last requests get 200 ms more
   */
  GeneratorReport rehearse(long count, long maxNanos) {
    RequestPlan request = setup.plan().request();
    try (LoopbackServer server =
        new LoopbackServer(
            Rehearsal.server(dialect, request, setup.plan().target().httpVersion()))) {
      RequestFactory rehearsed = requests().forUrl(server.url(request.path()));
      return new LoadGenerator(this, Rehearsal.of(setup, count, maxNanos), rehearsed)
          .warmUp()
          .join();
    }
  }

  /**
   * Starts the warm-up immediately.
   *
   * @return completes when the warm-up lanes have ended
   * @throws IllegalArgumentException if the plan has no warm-up
   */
  public CompletableFuture<GeneratorReport> warmUp() {
    ClockAnchor anchor = setup.clock().readAnchor();
    List<RunningLane> lanes =
        open(LoadPhase.WARMUP, Opening.at(null, anchor, anchor.monotonicNanos()));
    long limitNanos = anchor.monotonicNanos() + setup.plan().load().longestWarmupNanos();
    lanes.forEach(lane -> lane.load().stopAt(limitNanos, CancelCause.WARMUP_TOO_LONG));
    return reportOf(lanes);
  }

  /**
   * Opens the profiling lanes and starts to send at the start of the run. Until shortly before the
   * start, it sends the remaining rehearsal requests.
   *
   * @param runStartEpochNanos start of the run; if it has already passed, the first requests are
   *     late by the difference
   * @return completes when all lanes have ended
   */
  public CompletableFuture<GeneratorReport> start(long runStartEpochNanos) {
    rehearse(nanosUntil(runStartEpochNanos) - QUIET_NANOS);
    // One anchor for the start and for all lanes, so that every planned time is exactly the start
    // plus the plan's offset, to the nanosecond, in every lane.
    ClockAnchor anchor = setup.clock().readAnchor();
    long startNanos = anchor.monotonicNanosAt(runStartEpochNanos);
    return reportOf(open(LoadPhase.PROFILING, Opening.at(runStartEpochNanos, anchor, startNanos)));
  }

  /**
   * Returns why a generator cannot continue a share of which another one has sent a part; empty if
   * it can.
   *
   * @param isUsedPartKnown whether it is known how much the other one has sent
   */
  public static Optional<String> obstacleToContinue(RunPlan plan, boolean isUsedPartKnown) {
    PhasePlan load = plan.load().profiling();
    if (load.users() != null) {
      return Optional.of("users at a fixed pace cannot be continued");
    }
    boolean isBoundToTimes = load.isOpenLoop() && !plan.dataset().hasSessions();
    return isUsedPartKnown || isBoundToTimes
        ? Optional.empty()
        : Optional.of("it is not known how many requests the lost generator has sent");
  }

  /**
   * Skips what a lost generator has sent of this share. Call it after {@link #prepare}; requires
   * that there is no {@linkplain #obstacleToContinue obstacle}.
   *
   * @param used the part that the lost generator has sent, by event loop; empty if it is not known
   */
  public void prepareToContinue(
      long runStartEpochNanos, Optional<Map<Integer, SharePosition>> used) {
    long absentFromNanos =
        TimeUnit.MILLISECONDS.toNanos(setup.incarnationEpochMillis()) - runStartEpochNanos;
    for (int loop = 0; loop < loops(); loop++) {
      PlanShare share = shareOf(setup.plan().load().profiling(), loop);
      Integer number = loop;
      ShareContinuation rest =
          new ShareContinuation(
              schedulerOf(LoadPhase.PROFILING, share),
              sessions(LoadPhase.PROFILING, share),
              used.map(parts -> parts.getOrDefault(number, SharePosition.START)),
              absentFromNanos);
      rest.skipBefore(setup.clock().epochNanos() - runStartEpochNanos);
      continuations.add(rest);
    }
  }

  /**
   * Opens the lanes of a generator that continues a share, and starts to send at the given time.
   *
   * @param runStartEpochNanos start of the run, from which planned times are measured
   * @param joinsEpochNanos time from which the lanes belong to the run
   * @return completes when all lanes have ended
   */
  public CompletableFuture<GeneratorReport> continueFrom(
      long runStartEpochNanos, long joinsEpochNanos) {
    rehearse(nanosUntil(joinsEpochNanos) - QUIET_NANOS);
    ClockAnchor anchor = setup.clock().readAnchor();
    long joinsNanos = anchor.monotonicNanosAt(joinsEpochNanos);
    for (ShareContinuation rest : continuations) {
      rest.skipBefore(joinsEpochNanos - runStartEpochNanos);
      rest.scheduler().notBefore(joinsNanos);
    }
    return reportOf(
        open(
            LoadPhase.PROFILING,
            new Opening(
                runStartEpochNanos,
                joinsEpochNanos,
                anchor,
                anchor.monotonicNanosAt(runStartEpochNanos),
                joinsNanos)));
  }

  private long nanosUntil(long epochNanos) {
    ClockAnchor now = setup.clock().readAnchor();
    return now.monotonicNanosAt(epochNanos) - now.monotonicNanos();
  }

  /**
   * Stops sending. Lanes end when no request is in flight, at the latest after the grace period. A
   * second call may cancel requests for which the first call waits.
   *
   * @param cancelInFlight whether to cancel the requests in flight
   */
  public void stop(boolean cancelInFlight) {
    synchronized (lock) {
      stopped = true;
      cancelled |= cancelInFlight;
      running.forEach(lane -> lane.load().stop(causeOfStop()));
    }
  }

  private @Nullable CancelCause causeOfStop() {
    return cancelled ? CancelCause.STOPPED : null;
  }

  /**
   * When lanes open.
   *
   * @param runStartEpochNanos null in the warm-up
   * @param countsFromEpochNanos see {@link LaneDescription}
   * @param anchor the anchor of all lanes
   * @param phaseStartNanos time from which planned times are measured
   * @param beginNanos time at which the lanes start to send
   */
  private record Opening(
      @Nullable Long runStartEpochNanos,
      @Nullable Long countsFromEpochNanos,
      ClockAnchor anchor,
      long phaseStartNanos,
      long beginNanos) {

    /** Returns the opening of lanes that send from the start of the phase. */
    static Opening at(@Nullable Long runStartEpochNanos, ClockAnchor anchor, long startNanos) {
      return new Opening(runStartEpochNanos, null, anchor, startNanos, startNanos);
    }
  }

  private List<RunningLane> open(LoadPhase phase, Opening opening) {
    List<RunningLane> lanes = new ArrayList<>();
    synchronized (lock) {
      for (int loop = 0; loop < loops(); loop++) {
        RunningLane lane = lane(phase, loop, opening);
        lanes.add(lane);
        running.add(lane);
        lane.load().open(opening.phaseStartNanos(), opening.beginNanos());
        if (stopped) {
          lane.load().stop(causeOfStop());
        }
      }
    }
    return lanes;
  }

  private RunningLane lane(LoadPhase phase, int loop, Opening opening) {
    ShareContinuation rest =
        phase == LoadPhase.PROFILING && !continuations.isEmpty() ? continuations.get(loop) : null;
    NotIssuedCounts missed = rest == null ? NotIssuedCounts.NONE : rest.missed();
    LaneDescription description =
        new LaneDescription(
            setup.plan().runId(),
            laneId(phase, loop),
            setup.processId(),
            LaneKind.GENERATOR,
            phase == LoadPhase.WARMUP ? Phase.WARMUP : Phase.PROFILING,
            setup.incarnationEpochMillis(),
            setup.timingTopic(),
            partitionOf(loop),
            opening.countsFromEpochNanos(),
            WirePlan.of(setup.plan(), opening.runStartEpochNanos()));
    LaneRecorder recorder =
        new LaneRecorder(
            description,
            setup.clock(),
            opening.anchor(),
            dialect,
            tokenizer,
            new ProcessMonitor(setup.clock(), pauses),
            setup.publisher().open(setup.timingTopic(), partitionOf(loop)),
            setup.exchangeStores().open(description.laneId(), opening.anchor()),
            Redaction.of(setup.secretHeaders()),
            missed);
    PlanShare share = shareOf(setup.plan().load().of(phase), loop);
    // Request ids are unique in this process: each lane counts in steps of the number of lanes.
    int lanes = 2 * loops();
    int lane = 2 * loop + (phase == LoadPhase.WARMUP ? 0 : 1);
    RequestScheduler scheduler = rest == null ? schedulerOf(phase, share) : rest.scheduler();
    LaneSender load =
        new LaneSender(
            clients.get(loop),
            setup.clock(),
            recorder,
            requests(),
            firstTurnSource(description.laneId(), phase, share, rest, recorder),
            new NextTurnBuilder(
                description.laneId(), requests(), setup.tokenizer(), recorder::fail),
            count ->
                RequestId.of(
                    setup.generator(), setup.incarnationEpochMillis(), count * lanes + lane),
            setup.issuedCounts().open(description.laneId(), scheduler.skipped()),
            missed,
            scheduler,
            setup.plan(),
            phase,
            share);
    return new RunningLane(load, recorder);
  }

  private RequestScheduler schedulerOf(LoadPhase phase, PlanShare share) {
    PhasePlan plan = setup.plan().load().of(phase);
    if (plan.users() != null) {
      return new UserCentricScheduler(setup.plan(), phase, share, scheduleOf(plan.users()));
    }
    if (plan.fixedSchedule()) {
      return new FixedTimeScheduler(setup.plan(), phase, share, setup.prompts());
    }
    return plan.isOpenLoop()
        ? new OpenLoopScheduler(setup.plan(), phase, share, setup.prompts())
        : new ClosedLoopScheduler(setup.plan(), phase, share);
  }

  private UserSchedule scheduleOf(UserPlan users) {
    return new UserSchedule(users, setup.prompts().meanTurns());
  }

  private FirstTurnSource firstTurnSource(
      String lane,
      LoadPhase phase,
      PlanShare share,
      @Nullable ShareContinuation rest,
      LaneRecorder recorder) {
    if (requests().isFullyPrepared()) {
      return requests()::firstTurn;
    }
    PhasePlan plan = setup.plan().load().of(phase);
    if (plan.users() != null) {
      UserSessions users =
          new UserSessions(
              new UserStarts(setup.plan(), phase, share, scheduleOf(plan.users())),
              requests()::firstTurn);
      return new RequestPrefetcher(lane, users, users, recorder::fail);
    }
    return new RequestPrefetcher(
        lane,
        rest == null ? sessions(phase, share) : rest.sessions(),
        requests()::firstTurn,
        recorder::fail);
  }

  /** Returns the sessions that actually start, so that no request is built in vain. */
  private PrimitiveIterator.OfLong sessions(LoadPhase phase, PlanShare share) {
    PhasePlan load = setup.plan().load().of(phase);
    boolean havePlannedTimes =
        load.fixedSchedule() || (load.isOpenLoop() && !setup.plan().dataset().hasSessions());
    return havePlannedTimes
        ? new PlannedArrivals(setup.plan(), phase, share, setup.prompts())
        : PlannedEntries.sessions(setup.plan(), phase, share);
  }

  private static CompletableFuture<GeneratorReport> reportOf(List<RunningLane> lanes) {
    List<CompletableFuture<LaneSummary>> summaries =
        lanes.stream().map(lane -> lane.recorder().ended()).toList();
    return CompletableFuture.allOf(summaries.toArray(CompletableFuture[]::new))
        .thenApply(
            all -> new GeneratorReport(summaries.stream().map(CompletableFuture::join).toList()));
  }

  private int loops() {
    return setup.plan().measurement().lanesPerGenerator();
  }

  private PlanShare shareOf(PhasePlan phase, int loop) {
    return PlanShare.ofGenerator(setup.generator(), setup.generators(), phase)
        .ofLane(loop, loops());
  }

  private String laneId(LoadPhase phase, int loop) {
    String incarnation = Long.toString(setup.incarnationEpochMillis(), Character.MAX_RADIX);
    String letter = phase == LoadPhase.WARMUP ? "w" : "p";
    return setup.processId() + "." + incarnation + "." + loop + "." + letter;
  }

  /** Distributes lanes over the partitions in round-robin order. */
  private int partitionOf(int loop) {
    return new LanePartitions(setup.plan().runId(), setup.timingPartitions())
        .ofGenerator(setup.generator(), setup.generators(), loop);
  }

  /**
   * Cancels the requests in flight and closes lanes and clients. The publisher stays open, because
   * the last events may not be acknowledged yet.
   */
  @Override
  public void close() {
    stop(true);
    List<RunningLane> lanes;
    synchronized (lock) {
      lanes = List.copyOf(running);
    }
    try {
      reportOf(lanes).get(CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | ExecutionException e) {
      // The coordinator closes such a lane with a verdict.
    }
    clients.forEach(LlmClient::close);
    lanes.forEach(lane -> lane.recorder().abandon());
    pauses.close();
  }
}
