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
  private static final long AHEAD_NANOS = 1_000_000;

  /** So that a server that refuses at once cannot keep the loop from everything else. */
  private static final int SENDINGS_PER_TURN = 256;

  private final LlmClient client;
  private final RunClock clock;
  private final LaneRecorder recorder;
  private final LaneIntake intake;
  private final RequestFactory requests;
  private final FirstTurnSource ready;
  private final NextTurnBuilder turns;
  private final LongFunction<RequestId> ids;
  private final LongConsumer issuedCount;
  private final RequestScheduler pace;
  private final Cancellations cancellations;
  private final RequestLabels labels;
  private final PhasePlan limits;

  /** In the order of sending. */
  private final Map<ExchangeRecorder, InFlight> inFlight = new LinkedHashMap<>();

  /** The sessions that do not end with them. */
  private final Map<ExchangeRecorder, Session> toGoOn = new HashMap<>();

  /** Those whose first token is awaited; not kept where nothing waits for that. */
  private final Set<RequestId> inPrefill = new HashSet<>();

  /** Those of them that are given up on purpose, until they are fully sent. */
  private final Set<ExchangeRecorder> toCancel = new HashSet<>();

  /**
   * Where the lane stands; it goes through these in order and leaves none out but the first two.
   */
  private enum Stage {
    WAITING_FOR_THE_START,
    SENDING,
    WAITING_FOR_THE_LAST,
    OVER
  }

  private Stage stage = Stage.WAITING_FOR_THE_START;
  private long startNanos;
  private long endNanos = Long.MAX_VALUE;
  private long handed;
  private long issued;

  /** What the next session asks first, once it is ready: nothing is left to do when it is due. */
  private Beginning next;

  private boolean inTurn;
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
  private record Beginning(Session session, RequestId id, OutgoingRequest outgoing) {}

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
      RequestScheduler pace,
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
    this.pace = pace;
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
  void moreAreReady() {
    client.execute(this::sendWhatIsDue);
  }

  /** Stops at a time of the clock, if the lane is not over by then. Any thread. */
  void stopAt(long atNanos, CancelCause cause) {
    client.execute(() -> lastLimit = client.at(atNanos, () -> stop(cause)));
  }

  private void begin(long atNanos) {
    if (stage != Stage.WAITING_FOR_THE_START) {
      return;
    }
    stage = Stage.SENDING;
    startNanos = atNanos;
    pace.begin(atNanos);
    if (limits.durationNanos() != null) {
      endNanos = atNanos + limits.durationNanos();
      nextLimit = client.at(endNanos, this::endDuration);
    }
    sendWhatIsDue();
  }

  /** One turn of sending; asks for another when time or the number of sendings require it. */
  private void sendWhatIsDue() {
    if (inTurn) {
      return;
    }
    inTurn = true;
    int sendings = 0;
    while (stage == Stage.SENDING && pace.hasNext() && !recorder.isCrowded()) {
      long due = pace.nextDueNanos();
      if (due == RequestScheduler.WHEN_A_SLOT_IS_FREE) {
        getNextReady();
        break;
      }
      if (due >= endNanos) {
        break;
      }
      long now = clock.nowNanos();
      if (due - now > AHEAD_NANOS) {
        wakeAt(due - AHEAD_NANOS);
        break;
      }
      if (sendings++ == SENDINGS_PER_TURN) {
        client.execute(this::sendWhatIsDue);
        break;
      }
      if (!send(pace.nextScheduledNanos(), Math.max(due, now))) {
        break;
      }
    }
    inTurn = false;
    if (stage == Stage.SENDING && !pace.hasNext() && limits.hasLastRequest()) {
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
              sendWhatIsDue();
            });
  }

  /**
   * @param leavesNanos when, now or shortly after
   */
  private boolean send(long scheduledNanos, long leavesNanos) {
    RequestId id = ids.apply(handed);
    Session goingOn = pace.nextGoesOn();
    if (goingOn == null) {
      getNextReady(id);
      if (next == null) {
        return false;
      }
    }
    Session session = goingOn == null ? next.session() : goingOn;
    OutgoingRequest outgoing = goingOn == null ? next.outgoing() : requests.outgoing(goingOn, id);
    RequestFactory.Ready request = session.request();
    Map<String, String> itsLabels =
        labels.of(
            request.prompt().model(),
            session.number(),
            request.turn(),
            scheduledNanos - startNanos);
    PlannedRequest planned =
        requests.planned(session, pace.nextPlanIndex(), id, scheduledNanos, itsLabels);
    Optional<ExchangeRecorder> begun =
        intake.begin(planned, outgoing, leavesNanos, this, answersOf(session, id));
    if (begun.isEmpty()) {
      return false;
    }
    ExchangeRecorder exchange = begun.get();
    pace.taken(session);
    if (goingOn == null) {
      next = null;
    }
    InFlight handing = new InFlight(++handed);
    inFlight.put(exchange, handing);
    if (limits.prefill() != null) {
      inPrefill.add(id);
    }
    if (!session.isAtLastTurn()) {
      toGoOn.put(exchange, session);
    }
    if (cancellations.cancels(session.number(), request.turn())) {
      toCancel.add(exchange);
    }
    // It may end within the call.
    handing.handle = client.send(outgoing, leavesNanos, exchange);
    return true;
  }

  /** While there is time. What is not ready by now is asked for again when it is due. */
  private void getNextReady() {
    if (pace.hasNextSession()) {
      getNextReady(ids.apply(handed));
    }
  }

  /**
   * Makes what the next session asks first, if that can be had.
   *
   * @param id of the next request: not that of the time before, if a turn was sent in between
   */
  private void getNextReady(RequestId id) {
    if (next != null && next.id().equals(id)) {
      return;
    }
    long number = pace.nextSession();
    RequestFactory.Ready first = next == null ? ready.take(number) : next.session().request();
    if (first != null) {
      Session session = new Session(number, first.upTo(pace.mostTurns()), id);
      next = new Beginning(session, id, requests.outgoing(session, id));
    }
  }

  private ResponseListener answersOf(Session session, RequestId id) {
    ResponseListener answers = answersOf(session);
    return limits.prefill() == null
        ? answers
        : new FirstTokenListener(answers, () -> client.execute(() -> prefilled(id)));
  }

  private void prefilled(RequestId id) {
    if (inPrefill.remove(id)) {
      pace.prefilled(clock.nowNanos());
      sendWhatIsDue();
    }
  }

  /** What is answered is told the server again with the next turn. */
  private ResponseListener answersOf(Session session) {
    return session.isAtLastTurn()
        ? ResponseListener.NONE
        : new ResponseText(
            text ->
                turns.makeNext(
                    session.dialogue(), text, made -> client.execute(() -> goOn(session, made))));
  }

  /** The exchange has ended before: its answer was read since then. */
  private void goOn(Session session, RequestFactory.Ready made) {
    session.goesOnWith(made);
    if (stage == Stage.SENDING) {
      pace.goesOn(session);
      sendWhatIsDue();
    }
  }

  @Override
  public void sent(ExchangeRecorder exchange, long atNanos) {
    issued = Math.max(issued, inFlight.get(exchange).ordinal);
    issuedCount.accept(issued);
    if (pace.connected(atNanos)) {
      // Not within the call: the client is in the middle of its work.
      client.execute(this::sendWhatIsDue);
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
    InFlight its = inFlight.get(exchange);
    if (its != null) {
      exchange.cancelBegan(clock.nowNanos(), CancelCause.PLANNED_CANCELLATION);
      its.handle.cancel();
    }
  }

  @Override
  public void ended(ExchangeRecorder exchange, long atNanos, ExchangeEnd end) {
    inFlight.remove(exchange);
    toCancel.remove(exchange);
    if (inPrefill.remove(exchange.id())) {
      pace.prefilled(atNanos);
    }
    Session session = toGoOn.remove(exchange);
    if (session == null) {
      pace.slotFreed(atNanos);
    } else {
      session.ended(atNanos);
    }
    if (end.kind() == ExchangeEnd.Kind.CONNECT_FAILED) {
      pace.refused(atNanos);
    } else {
      pace.connected(atNanos);
    }
    if (stage == Stage.SENDING) {
      sendWhatIsDue();
    } else {
      endLaneWhenIdle();
    }
  }

  @Override
  public void unreadable(ExchangeRecorder exchange) {
    client.execute(
        () -> {
          InFlight its = inFlight.get(exchange);
          if (its != null) {
            its.handle.cancel();
          }
        });
  }

  private void endDuration() {
    sendWhatIsDue();
    if (stage == Stage.SENDING) {
      notIssued = unsentBecause(unsent(clock.nowNanos()));
      endSending();
    }
  }

  /** One that is handed over before it is due is not one less. */
  private long unsent(long nowNanos) {
    return Math.max(0, pace.unsent(nowNanos));
  }

  private NotIssuedCounts unsentBecause(long unsent) {
    if (recorder.isCrowded()) {
      return new NotIssuedCounts(0, 0, unsent, 0);
    }
    boolean noSlot = pace.hasNext() && pace.nextDueNanos() > clock.nowNanos();
    return noSlot ? new NotIssuedCounts(unsent, 0, 0, 0) : new NotIssuedCounts(0, unsent, 0, 0);
  }

  private void endSending() {
    if (stage.compareTo(Stage.SENDING) > 0) {
      return;
    }
    stage = Stage.WAITING_FOR_THE_LAST;
    ready.close();
    turns.close();
    cancel(nextDue);
    cancel(nextLimit);
    if (limits.graceNanos() != PhasePlan.FOR_EVER && !inFlight.isEmpty()) {
      nextLimit =
          client.at(
              clock.nowNanos() + limits.graceNanos(), () -> cancelAll(CancelCause.GRACE_ENDED));
    }
    endLaneWhenIdle();
  }

  private void cancelAll(CancelCause cause) {
    for (Map.Entry<ExchangeRecorder, InFlight> entry : new ArrayList<>(inFlight.entrySet())) {
      entry.getKey().cancelBegan(clock.nowNanos(), cause);
      entry.getValue().handle.cancel();
    }
  }

  private void endLaneWhenIdle() {
    if (stage == Stage.OVER || !inFlight.isEmpty()) {
      return;
    }
    stage = Stage.OVER;
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
      sendWhatIsDue();
    }
  }

  private LoopState state(long lateNanos) {
    long now = clock.nowNanos();
    long backlog = stage == Stage.SENDING ? unsent(now) : 0;
    return new LoopState(
        now, lateNanos, backlog, notIssued, client.openConnections(), pace.backedOffNanos(now));
  }

  private static void cancel(LlmClient.Timer timer) {
    if (timer != null) {
      timer.cancel();
    }
  }
}
