package io.longhaul.load.record;

import static java.util.Objects.requireNonNull;

import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.keep.ExchangeCollector;
import io.longhaul.load.keep.LaneExchangeStore;
import io.longhaul.load.plan.server.Redaction;
import io.longhaul.load.publish.LanePublisher;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.load.time.ProcessMonitor;
import io.longhaul.load.time.Threads;
import io.longhaul.load.tokenizer.CachingTokenCounter;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.HashSum;
import io.longhaul.wire.Health;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records one lane of a generator: its own thread reads the facts of the event loop and writes the
 * lane's events. It starts when the lane opens and ends with the lane's {@code LaneEnded}.
 *
 * <p>The facts of a request are published when it ends, when they reach {@value #FRAGMENT_BYTES}
 * bytes, and at the latest {@value #MAX_UNPUBLISHED_MILLIS} ms after the oldest of them.
 */
public final class LaneRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(LaneRecorder.class);
  private static final int RING_SLOTS = 1 << 16;
  private static final int FRAGMENT_BYTES = 32 << 10;
  private static final int MAX_UNPUBLISHED_MILLIS = 500;
  private static final long MAX_UNPUBLISHED_NANOS = MAX_UNPUBLISHED_MILLIS * 1_000_000L;
  private static final long CHECK_UNPUBLISHED_NANOS = 50_000_000;
  private static final long HEARTBEAT_NANOS = 1_000_000_000;

  /** How often an idle recorder polls its ring; the event loop does not wake it. */
  private static final long POLL_RING_NANOS = 1_000_000;

  private final LaneDescription description;
  private final AnchoredRunClock clock;
  private final ClockAnchor anchor;
  private final EndpointDialect dialect;
  private final @Nullable CachingTokenCounter tokenCounter;
  private final ProcessMonitor monitor;
  private final LanePublisher publisher;
  private final LaneExchangeStore exchangeStore;
  private final Redaction secrets;
  private final LaneWriter writer;

  private final FactRing ring = new FactRing(RING_SLOTS);
  private final LaneIntake intake = new LaneIntake(ring);
  private final CompletableFuture<LaneSummary> ended = new CompletableFuture<>();

  private final Set<OpenRequest> open = new LinkedHashSet<>();
  private final HashSum openIds = new HashSum();
  private final Frontier frontier;
  private final LaneLedger ledger = new LaneLedger();
  private final SendLags lags = new SendLags();
  private long issued;
  private long loopLagMaxNanos;
  private long backedOffPublishedNanos;
  private long recorderWaitPublishedNanos;
  private LoopState loop;
  private long nextUnpublishedCheckNanos;
  private long nextHeartbeatNanos;

  /**
   * @param anchor the lane's anchor, whose moment is the lane's time 0
   * @param tokenizer counts output tokens; null if the server does
   * @param monitor monitor for this lane alone
   * @param exchangeStore receives every exchange unchanged
   * @param secrets redacted from error messages of servers
   * @param missed requests that were not issued before the lane opened; its first heartbeat, which
   *     follows immediately, contains them
   */
  public LaneRecorder(
      LaneDescription description,
      AnchoredRunClock clock,
      ClockAnchor anchor,
      EndpointDialect dialect,
      @Nullable Tokenizer tokenizer,
      ProcessMonitor monitor,
      LanePublisher publisher,
      LaneExchangeStore exchangeStore,
      Redaction secrets,
      NotIssuedCounts missed) {
    this.description = description;
    this.clock = clock;
    this.anchor = anchor;
    this.dialect = dialect;
    this.tokenCounter = tokenizer == null ? null : new CachingTokenCounter(tokenizer, LOG::warn);
    this.monitor = monitor;
    this.publisher = publisher;
    this.exchangeStore = exchangeStore;
    this.secrets = secrets;
    this.writer = new LaneWriter(description.runId(), description.laneId(), publisher);
    this.frontier = new Frontier(anchor.monotonicNanos());
    this.loop = new LoopState(anchor.monotonicNanos(), 0, 0, missed, 0, 0, 0);
    this.nextUnpublishedCheckNanos = anchor.monotonicNanos() + CHECK_UNPUBLISHED_NANOS;
    this.nextHeartbeatNanos = anchor.monotonicNanos() + (missed.total() == 0 ? HEARTBEAT_NANOS : 0);
  }

  /** Returns the event loop's side of the lane. */
  public LaneIntake intake() {
    return intake;
  }

  /** Returns whether so many events are unsent that no new requests should start. Any thread. */
  public boolean isCrowded() {
    return publisher.isCrowded();
  }

  /**
   * Returns a future that completes when the last event was published, or fails if recording
   * failed.
   */
  public CompletableFuture<LaneSummary> ended() {
    return ended;
  }

  /** Opens the lane and records until it ends. */
  public void start() {
    Threads.startDaemon("record-" + description.laneId(), this::record);
  }

  /** Stops recording, even if requests are open. Any thread; no effect after the lane has ended. */
  public void abandon() {
    ended.cancel(false);
  }

  /** Fails the lane. Any thread; no effect after the lane has ended. */
  public void fail(Throwable cause) {
    ended.completeExceptionally(cause);
  }

  private void record() {
    try {
      open();
      while (!ended.isDone()) {
        if (!poll()) {
          LockSupport.parkNanos(POLL_RING_NANOS);
        }
      }
    } catch (RuntimeException | Error e) {
      ended.completeExceptionally(e);
      throw e;
    } finally {
      monitor.close();
    }
  }

  /** Writes the lane's first event. */
  void open() {
    writer.write(EventKind.LANE_STARTED, description.startedAt(anchor, description.plan()));
  }

  /**
   * Reads the ring and does everything that is due.
   *
   * @return whether the ring contained facts
   */
  boolean poll() {
    boolean any = ring.drain(this::accept) > 0;
    long now = clock.nowNanos();
    if (now >= nextUnpublishedCheckNanos && !ended.isDone()) {
      nextUnpublishedCheckNanos = now + CHECK_UNPUBLISHED_NANOS;
      cutOverdue(now);
    }
    if (now >= nextHeartbeatNanos && !ended.isDone()) {
      nextHeartbeatNanos += HEARTBEAT_NANOS * ((now - nextHeartbeatNanos) / HEARTBEAT_NANOS + 1);
      heartbeat(now);
    }
    return any;
  }

  private void accept(
      Fact fact, long atNanos, long number, @Nullable Object subject, @Nullable Object content) {
    if (subject instanceof ExchangeRecorder exchange) {
      acceptRequestFact(exchange, fact, atNanos, number, content);
    } else {
      loop = (LoopState) requireNonNull(content);
      loopLagMaxNanos = Math.max(loopLagMaxNanos, loop.lateNanos());
      frontier.tick(atNanos);
      if (fact == Fact.LANE_ENDED) {
        endLane(atNanos);
      }
    }
  }

  private void acceptRequestFact(
      ExchangeRecorder exchange, Fact fact, long atNanos, long number, @Nullable Object content) {
    if (fact == Fact.REQUEST_STARTED) {
      requestStarted(exchange, atNanos);
      return;
    }
    OpenRequest request = requireNonNull(exchange.request());
    switch (fact) {
      case CONNECT_STARTED, CONNECTED, TLS_ENDED, SENT, WRITTEN ->
          request.transport(fact, atNanos, number);
      case HEADERS -> request.headers(atNanos, (int) number, (String) requireNonNull(content));
      case BODY -> body(exchange, request, atNanos, (int) number, (byte[]) requireNonNull(content));
      case RETRIED -> request.retried();
      case CANCEL_BEGAN -> request.cancelStarted(atNanos, (CancelCause) requireNonNull(content));
      case ENDED -> ended(request, atNanos, number, (ExchangeEnd) requireNonNull(content));
      case REQUEST_STARTED, TICK, LANE_ENDED ->
          throw new IllegalArgumentException("Invalid fact of a request: " + fact);
    }
  }

  private void requestStarted(ExchangeRecorder exchange, long atNanos) {
    PlannedRequest planned = exchange.planned;
    ExchangeCollector collector =
        exchangeStore.begin(planned.id(), planned.planIndex(), exchange.outgoing);
    OpenRequest request =
        new OpenRequest(
            planned,
            atNanos,
            anchor.monotonicNanos(),
            dialect,
            tokenCounter,
            collector,
            exchange.listener);
    exchange.setRequest(request);
    open.add(request);
    openIds.add(request.id());
    lags.add(atNanos - planned.scheduledAtNanos());
    issued++;
  }

  private void body(
      ExchangeRecorder exchange, OpenRequest request, long atNanos, int read, byte[] bytes) {
    boolean wasReadable = !request.isUnreadable();
    request.body(atNanos, read, bytes);
    if (wasReadable && request.isUnreadable()) {
      exchange.owner.unreadable(exchange);
    }
    if (request.unpublishedBytes() >= FRAGMENT_BYTES) {
      writer.write(EventKind.REQUEST_FRAGMENT, request.cut());
    }
  }

  private void ended(OpenRequest request, long atNanos, long factsLost, ExchangeEnd end) {
    RequestOutcome outcome =
        factsLost == 0 ? request.outcome(end).without(secrets) : RequestOutcome.RECORDER_OVERRUN;
    writer.write(EventKind.REQUEST_FRAGMENT, request.end(atNanos, outcome, end));
    if (factsLost > 0) {
      writer.declareOverrun();
      request.collector().lost();
    } else {
      request.collector().ended();
    }
    request.notifyListener(outcome);
    open.remove(request);
    openIds.remove(request.id());
    ledger.ended(sliceAt(atNanos), request.id(), outcome.ending());
  }

  private void cutOverdue(long now) {
    for (OpenRequest request : open) {
      // Publish now what would be overdue at the next check.
      if (request.oldestUnpublishedNanos()
          <= now + CHECK_UNPUBLISHED_NANOS - MAX_UNPUBLISHED_NANOS) {
        writer.write(EventKind.REQUEST_FRAGMENT, request.cut());
      }
    }
  }

  private void heartbeat(long now) {
    if (writer.declareLost()) {
      ledger.resendAll();
    }
    long frontierNanos = frontier.advance(open);
    ledger.acknowledged(writer.ackedBelow(), sliceAt(frontierNanos));
    OpenRequest oldest = open.isEmpty() ? null : open.iterator().next();
    long seq =
        writer.write(
            EventKind.HEARTBEAT,
            new Heartbeat(
                laneTime(now),
                laneTime(frontierNanos),
                writer.ackedBelow(),
                anchor.driftNanos(clock.readAnchor()),
                loop.backlog(),
                issued,
                loop.notIssued().toWire(),
                open.size(),
                oldest == null ? 0 : oldest.id().hi(),
                oldest == null ? 0 : oldest.id().lo(),
                oldest == null ? 0 : Math.max(0, now - oldest.handedAtNanos()),
                openIds.hi(),
                openIds.lo(),
                ledger.unacknowledged(),
                health(),
                loop.backedOffNanos() - backedOffPublishedNanos,
                loop.recorderWaitNanos() - recorderWaitPublishedNanos));
    if (seq != LaneWriter.REJECTED) {
      backedOffPublishedNanos = loop.backedOffNanos();
      recorderWaitPublishedNanos = loop.recorderWaitNanos();
      ledger.sentIn(seq);
    }
  }

  private Health health() {
    Health.Builder health = writer.newHealth(monitor.take());
    if (!lags.isEmpty()) {
      lags.sort();
      health
          .setSendLagP50Ns(lags.atPercentile(50))
          .setSendLagP99Ns(lags.atPercentile(99))
          .setSendLagMaxNs(lags.maxNanos());
    }
    health
        .setLoopLagMaxNs(loopLagMaxNanos)
        .setRingDepthMax(ring.takeDepthMax())
        .setOpenConnections(loop.openConnections());
    lags.clear();
    loopLagMaxNanos = 0;
    return health.build();
  }

  private void endLane(long atNanos) {
    heartbeat(atNanos);
    writer.write(
        EventKind.LANE_ENDED,
        new LaneEnded(
            laneTime(atNanos),
            issued,
            loop.notIssued().toWire(),
            ledger.unacknowledged(),
            ledger.totals()));
    ended.complete(
        new LaneSummary(
            description.laneId(),
            issued,
            loop.notIssued(),
            ledger.totals(),
            writer.droppedEvents()));
  }

  /** Returns the slice of a time; times before the start of the run belong to the first slice. */
  private long sliceAt(long nanos) {
    PlanFacts plan = description.plan();
    if (description.phase() != Phase.PROFILING) {
      return LaneLedger.WHOLE_LANE;
    }
    long sinceStart = anchor.epochNanosAt(nanos) - plan.getRunStartEpochNs();
    return Math.max(0, Math.floorDiv(sinceStart, plan.getSliceDurationNs()));
  }

  private long laneTime(long nanos) {
    return nanos - anchor.monotonicNanos();
  }
}
