package io.longhaul.load;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.record.CancelCause;
import io.longhaul.load.record.ExchangeOwner;
import io.longhaul.load.record.ExchangeRecorder;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.record.LaneIntake;
import io.longhaul.load.record.LaneRecorder;
import io.longhaul.load.record.LoopState;
import io.longhaul.load.record.NotIssuedCounts;
import io.longhaul.load.record.PlannedRequest;
import io.longhaul.load.record.ResponseListener;
import io.longhaul.load.schedule.Cancellations;
import io.longhaul.load.time.RunClock;
import io.longhaul.schema.RequestId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one lane at the times of its scheduler, and ends the lane when no request
 * is in flight any more. Everything runs on the event loop of its client; methods for other threads
 * pass their work to it.
 */
final class LaneSender implements ExchangeOwner {
  private static final long TICK_NANOS = 100_000_000;

  /**
   * After this number of ticks, a request counts as issued although its connection is not
   * established, because its facts are published soon.
   */
  private static final int TICKS_UNTIL_ISSUED = 3;

  /**
   * How long before its due time a request is handed to the client, which holds it next to the
   * socket until then. After an idle period all code takes several times as long as in a busy loop:
   * at 20 requests/s, the path to the socket took 0.3 ms, and 0.7 ms for the first requests of a
   * run.
   */
  private static final long EARLY_HANDOVER_NANOS = 1_000_000;

  /**
   * Maximum number of requests per task of the event loop, so that a server that refuses
   * immediately cannot keep the loop from its other work.
   */
  private static final int MAX_SENDS_PER_TASK = 256;

  /**
   * How soon a request that could not be recorded is tried again. The recording thread does not
   * wake the event loop.
   */
  private static final long RECORDING_RETRY_NANOS = 1_000_000;

  private final LlmClient client;
  private final RunClock clock;
  private final LaneRecorder recorder;
  private final LaneIntake intake;
  private final RequestFactory requests;
  private final FirstTurnSource firstTurns;
  private final NextTurnBuilder turns;
  private final LongFunction<RequestId> ids;
  private final IssuedCounts.Lane issuedCounts;
  private final RequestScheduler scheduler;
  private final PrefillLimit prefill;
  private final ConnectionBackOff backOff;
  private final WaitingTime recorderWait = new WaitingTime();
  private final Cancellations cancellations;
  private final RequestLabels labels;
  private final PhasePlan limits;

  /** Requests that were not issued before this lane sent its first one. */
  private final NotIssuedCounts missed;

  /** Requests in flight, in the order in which they were sent. */
  private final Map<ExchangeRecorder, InFlight> inFlight = new LinkedHashMap<>();

  /**
   * State of the lane. States follow in this order; a lane that is stopped before its start skips
   * {@link #SENDING}.
   */
  private enum Stage {
    AWAITING_START,
    SENDING,
    DRAINING,
    ENDED
  }

  private Stage stage = Stage.AWAITING_START;
  private long startNanos;
  private long endNanos = Long.MAX_VALUE;
  private long handed;
  private long handedSessions;
  private long issued;
  private long issuedSessions;

  /** Values of {@link #handed} and {@link #handedSessions} at the last ticks. */
  private final long[] handedAtTick = new long[TICKS_UNTIL_ISSUED];

  private final long[] sessionsAtTick = new long[TICKS_UNTIL_ISSUED];
  private int ticks;

  /**
   * The first request of the next session, built in advance, so that nothing is left to do when it
   * is due.
   */
  private @Nullable NextRequest next;

  private boolean isSending;
  private NotIssuedCounts notIssued;
  private long nextTickNanos;
  private LlmClient.Timer nextTick = LlmClient.Timer.NONE;
  private long nextWakeNanos;
  private LlmClient.Timer nextWake = LlmClient.Timer.NONE;
  private LlmClient.Timer nextLimit = LlmClient.Timer.NONE;
  private LlmClient.Timer lastLimit = LlmClient.Timer.NONE;

  /** A request that was handed to the client. */
  private static final class InFlight {
    /** Number of the request in the lane, from 1. */
    private final long ordinal;

    /** Number of sessions that the lane had started with this request. */
    private final long sessions;

    /** The session that continues afterwards; null if this is its last request. */
    private final @Nullable Session sessionToContinue;

    /** Whether the plan cancels the request; false once it is fully sent. */
    private boolean isToCancel;

    /** Null during the call that sends it. */
    private LlmClient.@Nullable Exchange handle;

    private InFlight(
        long ordinal, long sessions, @Nullable Session sessionToContinue, boolean isToCancel) {
      this.ordinal = ordinal;
      this.sessions = sessions;
      this.sessionToContinue = sessionToContinue;
      this.isToCancel = isToCancel;
    }
  }

  /** The first request of a session that has not started. */
  private record NextRequest(Session session, RequestId id, OutgoingRequest outgoing) {}

  /**
   * @param firstTurns supplies the first requests of the scheduler's sessions, in the scheduler's
   *     order
   * @param turns builds later turns; closed with the lane
   * @param ids returns the id of the lane's nth request, from 0
   * @param issuedCounts receives the number of issued requests, each time before one leaves
   * @param missed requests of the share that are not issued because no lane sent it for a while
   */
  LaneSender(
      LlmClient client,
      RunClock clock,
      LaneRecorder recorder,
      RequestFactory requests,
      FirstTurnSource firstTurns,
      NextTurnBuilder turns,
      LongFunction<RequestId> ids,
      IssuedCounts.Lane issuedCounts,
      NotIssuedCounts missed,
      RequestScheduler scheduler,
      RunPlan plan,
      LoadPhase phase,
      PlanShare share) {
    this.client = client;
    this.clock = clock;
    this.recorder = recorder;
    this.intake = recorder.intake();
    this.requests = requests;
    this.firstTurns = firstTurns;
    this.turns = turns;
    this.ids = ids;
    this.issuedCounts = issuedCounts;
    this.missed = missed;
    this.notIssued = missed;
    this.scheduler = scheduler;
    this.limits = plan.load().of(phase);
    this.prefill = new PrefillLimit(limits, share);
    this.backOff = new ConnectionBackOff(plan, phase, share);
    this.cancellations = new Cancellations(plan, phase);
    this.labels = new RequestLabels(plan, phase);
  }

  /**
   * Opens the lane immediately and starts to send at this time. Any thread.
   *
   * @param phaseStartNanos start of the phase, from which planned times are measured
   * @param beginNanos not before the start of the phase
   */
  void open(long phaseStartNanos, long beginNanos) {
    recorder.start();
    firstTurns.start(this::requestsReady);
    client.execute(
        () -> {
          nextTickNanos = clock.nowNanos();
          tick();
          nextLimit = client.at(beginNanos, () -> begin(phaseStartNanos));
        });
  }

  /**
   * Stops sending. Any thread; may be called again.
   *
   * @param cause reason to cancel the requests in flight now; null to wait for them
   */
  void stop(@Nullable CancelCause cause) {
    client.execute(
        () -> {
          if (stage == Stage.SENDING) {
            notIssued = missed.plus(new NotIssuedCounts(0, 0, 0, unsent(clock.nowNanos())));
          }
          endSending();
          if (cause != null) {
            cancelAll(cause);
          }
        });
  }

  /**
   * Sends the requests that are due, after the first-turn source was empty and has one again. Any
   * thread.
   */
  private void requestsReady() {
    client.execute(this::sendDueRequests);
  }

  /** Stops at this time if the lane has not ended by then. Any thread. */
  void stopAt(long atNanos, CancelCause cause) {
    client.execute(() -> lastLimit = client.at(atNanos, () -> stop(cause)));
  }

  private void begin(long atNanos) {
    if (stage != Stage.AWAITING_START) {
      return;
    }
    stage = Stage.SENDING;
    startNanos = atNanos;
    scheduler.begin(atNanos);
    prefill.begin(atNanos);
    if (limits.durationNanos() != null) {
      endNanos = atNanos + limits.durationNanos();
      nextLimit = client.at(endNanos, this::endDuration);
    }
    sendDueRequests();
  }

  /**
   * Sends all due requests. Schedules another call for the next due time, or after {@link
   * #MAX_SENDS_PER_TASK} requests.
   */
  private void sendDueRequests() {
    if (isSending) {
      return;
    }
    isSending = true;
    boolean isRefused = false;
    int sends = 0;
    while (stage == Stage.SENDING && scheduler.hasNext() && !recorder.isCrowded()) {
      long due = nextDueNanos();
      if (due == RequestScheduler.WHEN_A_SLOT_IS_FREE) {
        prepareNext();
        break;
      }
      if (due >= endNanos) {
        break;
      }
      long now = clock.nowNanos();
      if (due - now > EARLY_HANDOVER_NANOS) {
        wakeAt(due - EARLY_HANDOVER_NANOS);
        break;
      }
      if (sends++ == MAX_SENDS_PER_TASK) {
        client.execute(this::sendDueRequests);
        break;
      }
      if (!send(nextScheduledNanos(), Math.max(due, now))) {
        isRefused = true;
        break;
      }
    }
    if (!isRefused && recorderWait.isRunning()) {
      // Something else prevents sending now.
      recorderWait.end(clock.nowNanos());
    }
    isSending = false;
    if (stage == Stage.SENDING && !scheduler.hasNext() && limits.hasLastRequest()) {
      endSending();
    }
  }

  private long nextDueNanos() {
    return backOff.dueNanos(prefill.dueNanos(scheduler.nextDueNanos()));
  }

  private long nextScheduledNanos() {
    return backOff.scheduledNanos(prefill.scheduledNanos(scheduler.nextScheduledNanos()));
  }

  private void wakeAt(long atNanos) {
    if (nextWake != LlmClient.Timer.NONE && nextWakeNanos == atNanos) {
      return;
    }
    nextWake.cancel();
    nextWakeNanos = atNanos;
    nextWake =
        client.at(
            atNanos,
            () -> {
              nextWake = LlmClient.Timer.NONE;
              sendDueRequests();
            });
  }

  /**
   * Sends the next request.
   *
   * @param leavesNanos when it leaves: now or shortly after
   * @return false if there is no request yet, or no space to record it
   */
  private boolean send(long scheduledNanos, long leavesNanos) {
    RequestId id = ids.apply(handed);
    Session continued = scheduler.sessionToContinue();
    Session session;
    OutgoingRequest outgoing;
    if (continued == null) {
      NextRequest first = prepareNext(id);
      if (first == null) {
        return false;
      }
      session = first.session();
      outgoing = first.outgoing();
    } else {
      session = continued;
      outgoing = requests.outgoing(continued, id);
    }
    RequestFactory.PreparedRequest request = session.request();
    Map<String, String> requestLabels =
        labels.ofSession(
            request.prompt().model(),
            session.number(),
            request.turn(),
            scheduledNanos - startNanos);
    PlannedRequest planned =
        requests.planned(session, scheduler.nextPlanIndex(), id, scheduledNanos, requestLabels);
    Optional<ExchangeRecorder> recorded =
        intake.begin(planned, outgoing, leavesNanos, this, responseListener(session, id));
    if (recorded.isEmpty()) {
      long now = clock.nowNanos();
      recorderWait.start(now);
      wakeAt(now + RECORDING_RETRY_NANOS);
      return false;
    }
    recorderWait.end(clock.nowNanos());
    ExchangeRecorder exchange = recorded.get();
    scheduler.requestSent(session);
    prefill.requestSent(id);
    backOff.requestSent();
    if (continued == null) {
      next = null;
      handedSessions++;
    }
    InFlight sending =
        new InFlight(
            ++handed,
            handedSessions,
            session.isAtLastTurn() ? null : session,
            cancellations.cancels(session.number(), request.turn()));
    inFlight.put(exchange, sending);
    // The exchange may end within this call.
    sending.handle = client.send(outgoing, leavesNanos, exchange);
    return true;
  }

  /**
   * Builds the first request of the next session while there is time. If it is not ready now, it is
   * requested again when it is due.
   */
  private void prepareNext() {
    if (scheduler.hasNextSession()) {
      prepareNext(ids.apply(handed));
    }
  }

  /**
   * Builds the first request of the next session, if its prompt is ready; returns null if not.
   *
   * @param id of the next request; it differs from that of the previous call if a later turn was
   *     sent in between
   */
  private @Nullable NextRequest prepareNext(RequestId id) {
    if (next != null && next.id().equals(id)) {
      return next;
    }
    long number = scheduler.nextSessionNumber();
    RequestFactory.PreparedRequest first =
        next == null ? firstTurns.take(number) : next.session().request();
    if (first != null) {
      Session session = new Session(number, first.upTo(scheduler.maxTurns()), id);
      next = new NextRequest(session, id, requests.outgoing(session, id));
    }
    return next;
  }

  private ResponseListener responseListener(Session session, RequestId id) {

    ResponseListener listener = responseListener(session);
    return prefill.isLimited()
        ? new FirstTokenListener(listener, () -> client.execute(() -> prefillEnded(id)))
        : listener;
  }

  private void prefillEnded(RequestId id) {
    if (prefill.prefillEnded(id, clock.nowNanos())) {
      sendDueRequests();
    }
  }

  /**
   * Returns a listener that builds the next turn from the response, unless this is the last turn.
   */
  private ResponseListener responseListener(Session session) {
    return session.isAtLastTurn()
        ? ResponseListener.NONE
        : new ResponseText(
            (text, tokens) ->
                turns.buildNext(
                    requireNonNull(session.history()),
                    text,
                    tokens,
                    prepared -> client.execute(() -> turnPrepared(session, prepared))));
  }

  /**
   * Continues the session. Its exchange has already ended, because responses are read afterwards.
   */
  private void turnPrepared(Session session, RequestFactory.PreparedRequest prepared) {
    session.setRequest(prepared);
    if (stage == Stage.SENDING) {
      scheduler.turnReady(session);
      sendDueRequests();
    }
  }

  @Override
  public void sent(ExchangeRecorder exchange, long atNanos) {
    countAsIssued(requireNonNull(inFlight.get(exchange)));
    if (backOff.connected(atNanos)) {
      // Not within this call, because the client is still working on the request.
      client.execute(this::sendDueRequests);
    }
  }

  private void countAsIssued(InFlight request) {
    countAsIssued(request.ordinal, request.sessions);
  }

  private void countAsIssued(long ordinal, long sessions) {
    if (ordinal > issued) {
      issued = ordinal;
      issuedSessions = Math.max(issuedSessions, sessions);
      issuedCounts.issued(issued, issuedSessions);
    }
  }

  @Override
  public void written(ExchangeRecorder exchange, long atNanos) {
    InFlight entry = inFlight.get(exchange);
    if (entry != null && entry.isToCancel) {
      entry.isToCancel = false;
      // Not within this call, even without a delay, because the client is still sending.
      client.at(atNanos + cancellations.delayNanos(), () -> cancelAsPlanned(exchange));
    }
  }

  private void cancelAsPlanned(ExchangeRecorder exchange) {
    InFlight entry = inFlight.get(exchange);
    if (entry != null) {
      exchange.cancelStarted(clock.nowNanos(), CancelCause.PLANNED_CANCELLATION);
      requireNonNull(entry.handle).cancel();
    }
  }

  @Override
  public void ended(ExchangeRecorder exchange, long atNanos, ExchangeEnd end) {
    InFlight entry = requireNonNull(inFlight.remove(exchange));
    // One that never left, because the connection failed, is a request of the run, too.
    countAsIssued(entry);
    Session session = entry.sessionToContinue;
    prefill.prefillEnded(exchange.id(), atNanos);
    if (session == null) {
      scheduler.sessionEnded(atNanos);
    } else {
      session.ended(atNanos);
    }
    if (end.kind() == ExchangeEnd.Kind.CONNECT_FAILED) {
      backOff.connectionRefused(atNanos);
    } else {
      backOff.connected(atNanos);
    }
    if (stage == Stage.SENDING) {
      sendDueRequests();
    } else {
      endLaneIfIdle();
    }
  }

  @Override
  public void unreadable(ExchangeRecorder exchange) {
    client.execute(
        () -> {
          InFlight entry = inFlight.get(exchange);
          if (entry != null) {
            requireNonNull(entry.handle).cancel();
          }
        });
  }

  private void endDuration() {
    sendDueRequests();
    if (stage == Stage.SENDING) {
      notIssued = missed.plus(notIssuedBecauseOf(unsent(clock.nowNanos())));
      endSending();
    }
  }

  /**
   * Returns the number of overdue requests. A request that is handed over early must not make it
   * negative.
   */
  private long unsent(long nowNanos) {
    return Math.max(0, scheduler.unsent(nowNanos));
  }

  private NotIssuedCounts notIssuedBecauseOf(long unsent) {
    if (recorder.isCrowded()) {
      return new NotIssuedCounts(0, 0, unsent, 0);
    }
    boolean noSlot = scheduler.hasNext() && nextDueNanos() > clock.nowNanos();
    return noSlot ? new NotIssuedCounts(unsent, 0, 0, 0) : new NotIssuedCounts(0, unsent, 0, 0);
  }

  private void endSending() {
    if (stage.compareTo(Stage.SENDING) > 0) {
      return;
    }
    stage = Stage.DRAINING;
    recorderWait.end(clock.nowNanos());
    firstTurns.close();
    turns.close();
    nextWake.cancel();
    nextLimit.cancel();
    if (limits.graceNanos() != PhasePlan.FOR_EVER && !inFlight.isEmpty()) {
      nextLimit =
          client.at(
              clock.nowNanos() + limits.graceNanos(), () -> cancelAll(CancelCause.GRACE_ENDED));
    }
    endLaneIfIdle();
  }

  private void cancelAll(CancelCause cause) {
    for (Map.Entry<ExchangeRecorder, InFlight> entry : new ArrayList<>(inFlight.entrySet())) {
      entry.getKey().cancelStarted(clock.nowNanos(), cause);
      requireNonNull(entry.getValue().handle).cancel();
    }
  }

  private void endLaneIfIdle() {
    if (stage == Stage.ENDED || !inFlight.isEmpty()) {
      return;
    }
    stage = Stage.ENDED;
    nextTick.cancel();
    nextLimit.cancel();
    lastLimit.cancel();
    intake.laneEnded(state(0));
  }

  private void tick() {
    long now = clock.nowNanos();
    intake.tick(state(now - nextTickNanos));
    nextTickNanos += TICK_NANOS * (1 + (now - nextTickNanos) / TICK_NANOS);
    nextTick = client.at(nextTickNanos, this::tick);
    int oldest = ticks++ % TICKS_UNTIL_ISSUED;
    countAsIssued(handedAtTick[oldest], sessionsAtTick[oldest]);
    handedAtTick[oldest] = handed;
    sessionsAtTick[oldest] = handedSessions;
    // No other event resumes a lane that waits for space in the publisher rather than for a slot or
    // a time.
    if (stage == Stage.SENDING) {
      sendDueRequests();
    }
  }

  private LoopState state(long lateNanos) {
    long now = clock.nowNanos();
    long backlog = stage == Stage.SENDING ? unsent(now) : 0;
    return new LoopState(
        now,
        lateNanos,
        backlog,
        notIssued,
        client.openConnections(),
        backOff.backedOffNanos(now),
        recorderWait.totalNanos(now));
  }
}
