package io.longhaul.load;

import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.record.ResponseListener;
import io.longhaul.load.record.CancelCause;
import io.longhaul.load.record.ExchangeOwner;
import io.longhaul.load.record.ExchangeRecorder;
import io.longhaul.load.record.LaneIntake;
import io.longhaul.load.record.LaneRecorder;
import io.longhaul.load.record.LoopState;
import io.longhaul.load.record.NotIssuedCounts;
import io.longhaul.load.record.PlannedRequest;
import io.longhaul.load.schedule.Cancellations;
import io.longhaul.load.time.RunClock;
import io.longhaul.schema.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * The load of one lane: sends what its pace says, when it says so, and ends the lane when nothing
 * is in flight any more. Everything happens on the loop of its client; what may be called from
 * elsewhere hands over to it.
 */
final class LaneSender implements ExchangeOwner {
  private static final long TICK_NANOS = 100_000_000;

  /**
   * So long before it is due a request is handed to the client, which holds it at the socket until
   * then. After a sleep everything takes several times as long as in a busy loop: at 20 requests a
   * second the way to the socket took 0.3 ms, and 0.7 ms for the first requests of a run.
   */
  private static final long EARLY_HANDOVER_NANOS = 1_000_000;

  /** So that a server that refuses at once cannot keep the loop from everything else. */
  private static final int MAX_SENDS_PER_TASK = 256;

  private final LlmClient client;
  private final RunClock clock;
  private final LaneRecorder recorder;
  private final LaneIntake intake;
  private final RequestFactory requests;
  private final FirstTurnSource ready;
  private final NextTurnBuilder turns;
  private final LongFunction<RequestId> ids;
  private final LongConsumer issuedCount;
  private final RequestScheduler scheduler;
  private final Cancellations cancellations;
  private final RequestLabels labels;
  private final PhasePlan limits;

  /** In the order of sending. */
  private final Map<ExchangeRecorder, InFlight> inFlight = new LinkedHashMap<>();

  /** The sessions that do not end with them. */
  private final Map<ExchangeRecorder, Session> sessionsToContinue = new HashMap<>();

  /** Those whose first token is awaited; not kept where nothing waits for that. */
  private final Set<RequestId> inPrefill = new HashSet<>();

  /** Those of them that are given up on purpose, until they are fully sent. */
  private final Set<ExchangeRecorder> toCancel = new HashSet<>();

  /**
   * Where the lane stands; it goes through these in order and leaves none out but the first two.
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
  private long issued;

  /** What the next session asks first, once it is ready: nothing is left to do when it is due. */
  private NextRequest next;

  private boolean isSending;
  private NotIssuedCounts notIssued = NotIssuedCounts.NONE;
  private long nextTickNanos;
  private LlmClient.Timer nextTick;
  private long nextDueNanos;
  private LlmClient.Timer nextDue;
  private LlmClient.Timer nextLimit;
  private LlmClient.Timer lastLimit;

  /** A request that was handed to the client. */
  private static final class InFlight {
    /** Which of the lane's, from 1. */
    private final long ordinal;

    /** Null while it is just being handed over. */
    private LlmClient.Exchange handle;

    private InFlight(long ordinal) {
      this.ordinal = ordinal;
    }
  }

  /** The first request of a session that has not begun. */
  private record NextRequest(Session session, RequestId id, OutgoingRequest outgoing) {}

  /**
   * @param ready where the first requests of the pace's sessions come from, in its order
   * @param turns makes the further ones; closed with the lane
   * @param ids the id of the lane's nth request, from 0
   * @param issuedCount takes the number of requests that were issued, before each leaves
   */
  LaneSender(
      LlmClient client,
      RunClock clock,
      LaneRecorder recorder,
      RequestFactory requests,
      FirstTurnSource ready,
      NextTurnBuilder turns,
      LongFunction<RequestId> ids,
      LongConsumer issuedCount,
      RequestScheduler scheduler,
      Cancellations cancellations,
      RequestLabels labels,
      PhasePlan limits) {
    this.client = client;
    this.clock = clock;
    this.recorder = recorder;
    this.intake = recorder.intake();
    this.requests = requests;
    this.ready = ready;
    this.turns = turns;
    this.ids = ids;
    this.issuedCount = issuedCount;
    this.scheduler = scheduler;
    this.cancellations = cancellations;
    this.labels = labels;
    this.limits = limits;
  }

  /** Opens the lane now and begins to send at the start. Any thread. */
  void open(long beginNanos) {
    recorder.start();
    client.execute(
        () -> {
          nextTickNanos = clock.nowNanos();
          tick();
          nextLimit = client.at(beginNanos, () -> begin(beginNanos));
        });
  }

  /**
   * Sends nothing more. Any thread; may be called again.
   *
   * @param cause why what is in flight is cancelled now; null to wait for it
   */
  void stop(CancelCause cause) {
    client.execute(
        () -> {
          if (stage == Stage.SENDING) {
            notIssued = new NotIssuedCounts(0, 0, 0, unsent(clock.nowNanos()));
          }
          endSending();
          if (cause != null) {
            cancelAll(cause);
          }
        });
  }

  /** Requests are ready after there were none. Any thread. */
  void requestsReady() {
    client.execute(this::sendDueRequests);
  }

  /** Stops at a time of the clock, if the lane is not over by then. Any thread. */
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
    if (limits.durationNanos() != null) {
      endNanos = atNanos + limits.durationNanos();
      nextLimit = client.at(endNanos, this::endDuration);
    }
    sendDueRequests();
  }

  /** One turn of sending; asks for another when time or the number of sendings require it. */
  private void sendDueRequests() {
    if (isSending) {
      return;
    }
    isSending = true;
    int sends = 0;
    while (stage == Stage.SENDING && scheduler.hasNext() && !recorder.isCrowded()) {
      long due = scheduler.nextDueNanos();
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
      if (!send(scheduler.nextScheduledNanos(), Math.max(due, now))) {
        break;
      }
    }
    isSending = false;
    if (stage == Stage.SENDING && !scheduler.hasNext() && limits.hasLastRequest()) {
      endSending();
    }
  }

  private void wakeAt(long atNanos) {
    if (nextDue != null && nextDueNanos == atNanos) {
      return;
    }
    cancel(nextDue);
    nextDueNanos = atNanos;
    nextDue =
        client.at(
            atNanos,
            () -> {
              nextDue = null;
              sendDueRequests();
            });
  }

  /**
   * @param leavesNanos when, now or shortly after
   */
  private boolean send(long scheduledNanos, long leavesNanos) {
    RequestId id = ids.apply(handed);
    Session continued = scheduler.sessionToContinue();
    if (continued == null) {
      prepareNext(id);
      if (next == null) {
        return false;
      }
    }
    Session session = continued == null ? next.session() : continued;
    OutgoingRequest outgoing = continued == null ? next.outgoing() : requests.outgoing(continued, id);
    RequestFactory.PreparedRequest request = session.request();
    Map<String, String> itsLabels =
        labels.of(
            request.prompt().model(),
            session.number(),
            request.turn(),
            scheduledNanos - startNanos);
    PlannedRequest planned =
        requests.planned(session, scheduler.nextPlanIndex(), id, scheduledNanos, itsLabels);
    Optional<ExchangeRecorder> begun =
        intake.begin(planned, outgoing, leavesNanos, this, responseListener(session, id));
    if (begun.isEmpty()) {
      return false;
    }
    ExchangeRecorder exchange = begun.get();
    scheduler.requestSent(session);
    if (continued == null) {
      next = null;
    }
    InFlight handing = new InFlight(++handed);
    inFlight.put(exchange, handing);
    if (limits.prefill() != null) {
      inPrefill.add(id);
    }
    if (!session.isAtLastTurn()) {
      sessionsToContinue.put(exchange, session);
    }
    if (cancellations.cancels(session.number(), request.turn())) {
      toCancel.add(exchange);
    }
    // It may end within the call.
    handing.handle = client.send(outgoing, leavesNanos, exchange);
    return true;
  }

  /** While there is time. What is not ready by now is asked for again when it is due. */
  private void prepareNext() {
    if (scheduler.hasNextSession()) {
      prepareNext(ids.apply(handed));
    }
  }

  /**
   * Makes what the next session asks first, if that can be had.
   *
   * @param id of the next request: not that of the time before, if a turn was sent in between
   */
  private void prepareNext(RequestId id) {
    if (next != null && next.id().equals(id)) {
      return;
    }
    long number = scheduler.nextSessionNumber();
    RequestFactory.PreparedRequest first = next == null ? ready.take(number) : next.session().request();
    if (first != null) {
      Session session = new Session(number, first.upTo(scheduler.maxTurns()), id);
      next = new NextRequest(session, id, requests.outgoing(session, id));
    }
  }

  private ResponseListener responseListener(Session session, RequestId id) {
    ResponseListener responses = responseListener(session);
    return limits.prefill() == null
        ? responses
        : new FirstTokenListener(responses, () -> client.execute(() -> prefillEnded(id)));
  }

  private void prefillEnded(RequestId id) {
    if (inPrefill.remove(id)) {
      scheduler.prefillEnded(clock.nowNanos());
      sendDueRequests();
    }
  }

  /** What is answered is told the server again with the next turn. */
  private ResponseListener responseListener(Session session) {
    return session.isAtLastTurn()
        ? ResponseListener.NONE
        : new ResponseText(
            text ->
                turns.makeNext(
                    session.history(), text, made -> client.execute(() -> turnPrepared(session, made))));
  }

  /** The exchange has ended before: its answer was read since then. */
  private void turnPrepared(Session session, RequestFactory.PreparedRequest made) {
    session.setRequest(made);
    if (stage == Stage.SENDING) {
      scheduler.turnReady(session);
      sendDueRequests();
    }
  }

  @Override
  public void sent(ExchangeRecorder exchange, long atNanos) {
    issued = Math.max(issued, inFlight.get(exchange).ordinal);
    issuedCount.accept(issued);
    if (scheduler.connected(atNanos)) {
      // Not within the call: the client is in the middle of its work.
      client.execute(this::sendDueRequests);
    }
  }

  @Override
  public void written(ExchangeRecorder exchange, long atNanos) {
    if (toCancel.remove(exchange)) {
      // Not within the call, even without a delay: the client is in the middle of its work.
      client.at(atNanos + cancellations.delayNanos(), () -> cancelAsPlanned(exchange));
    }
  }

  private void cancelAsPlanned(ExchangeRecorder exchange) {
    InFlight entry = inFlight.get(exchange);
    if (entry != null) {
      exchange.cancelStarted(clock.nowNanos(), CancelCause.PLANNED_CANCELLATION);
      entry.handle.cancel();
    }
  }

  @Override
  public void ended(ExchangeRecorder exchange, long atNanos, ExchangeEnd end) {
    inFlight.remove(exchange);
    toCancel.remove(exchange);
    if (inPrefill.remove(exchange.id())) {
      scheduler.prefillEnded(atNanos);
    }
    Session session = sessionsToContinue.remove(exchange);
    if (session == null) {
      scheduler.sessionEnded(atNanos);
    } else {
      session.ended(atNanos);
    }
    if (end.kind() == ExchangeEnd.Kind.CONNECT_FAILED) {
      scheduler.connectionRefused(atNanos);
    } else {
      scheduler.connected(atNanos);
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
            entry.handle.cancel();
          }
        });
  }

  private void endDuration() {
    sendDueRequests();
    if (stage == Stage.SENDING) {
      notIssued = unsentBecause(unsent(clock.nowNanos()));
      endSending();
    }
  }

  /** One that is handed over before it is due is not one less. */
  private long unsent(long nowNanos) {
    return Math.max(0, scheduler.unsent(nowNanos));
  }

  private NotIssuedCounts unsentBecause(long unsent) {
    if (recorder.isCrowded()) {
      return new NotIssuedCounts(0, 0, unsent, 0);
    }
    boolean noSlot = scheduler.hasNext() && scheduler.nextDueNanos() > clock.nowNanos();
    return noSlot ? new NotIssuedCounts(unsent, 0, 0, 0) : new NotIssuedCounts(0, unsent, 0, 0);
  }

  private void endSending() {
    if (stage.compareTo(Stage.SENDING) > 0) {
      return;
    }
    stage = Stage.DRAINING;
    ready.close();
    turns.close();
    cancel(nextDue);
    cancel(nextLimit);
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
      entry.getValue().handle.cancel();
    }
  }

  private void endLaneIfIdle() {
    if (stage == Stage.ENDED || !inFlight.isEmpty()) {
      return;
    }
    stage = Stage.ENDED;
    cancel(nextTick);
    cancel(nextLimit);
    cancel(lastLimit);
    intake.laneEnded(state(0));
  }

  private void tick() {
    long now = clock.nowNanos();
    intake.tick(state(now - nextTickNanos));
    nextTickNanos += TICK_NANOS * (1 + (now - nextTickNanos) / TICK_NANOS);
    nextTick = client.at(nextTickNanos, this::tick);
    // What waits for room, not for a slot or a time, is woken by nothing else.
    if (stage == Stage.SENDING) {
      sendDueRequests();
    }
  }

  private LoopState state(long lateNanos) {
    long now = clock.nowNanos();
    long backlog = stage == Stage.SENDING ? unsent(now) : 0;
    return new LoopState(
        now, lateNanos, backlog, notIssued, client.openConnections(), scheduler.backedOffNanos(now));
  }

  private static void cancel(LlmClient.Timer timer) {
    if (timer != null) {
      timer.cancel();
    }
  }
}
