package io.longhaul.pipeline.lane;

import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.row.AssembledRequest;
import io.longhaul.pipeline.row.RequestRows;
import io.longhaul.pipeline.state.GeneratorState;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RequestId;
import io.longhaul.sinks.Dataset;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.Transport;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Processes a generator's lane: assembles requests, computes their metrics, writes their rows and,
 * in profiling lanes, aggregates them into slices.
 */
final class GeneratorLaneProcessor implements LaneProcessor {
  /** Maximum number of requests that are open at the same time; further ones are rejected. */
  static final int MAX_OPEN_REQUESTS = 100_000;

  /**
   * Facts at most this long before the lane's start count at the start; older ones are rejected.
   */
  static final long SKEW_ALLOWED_NANOS = 60_000_000_000L;

  private static final long NO_SLICE = -1;

  private final LaneMetadata metadata;
  private final RequestAssembler requests;

  /** Null in warm-up. */
  private final @Nullable SliceAggregator slices;

  private final LedgerAggregator ledger;
  private long issued;
  private NotIssuedTotals notIssued = NotIssuedTotals.NONE;
  private long requestRows;
  private long requestsOk;
  private long latestFactEpochNanos = LaneEnding.UNKNOWN;
  private long clockErrorMaxNanos;

  GeneratorLaneProcessor(LaneMetadata metadata) {
    this(
        metadata,
        new RequestAssembler(metadata.labels()),
        metadata
            .clock()
            .map(clock -> new SliceAggregator(clock, metadata.startEpochNanos(), metadata.labels()))
            .orElse(null),
        new LedgerAggregator());
  }

  private GeneratorLaneProcessor(
      LaneMetadata metadata,
      RequestAssembler requests,
      @Nullable SliceAggregator slices,
      LedgerAggregator ledger) {
    this.metadata = metadata;
    this.requests = requests;
    this.slices = slices;
    this.ledger = ledger;
  }

  private Optional<SliceAggregator> slices() {
    return Optional.ofNullable(slices);
  }

  @Override
  public boolean accepts(EventKind kind) {
    return kind == EventKind.REQUEST_FRAGMENT;
  }

  @Override
  public void process(Event event, LaneContext context) {
    RequestFragment fragment = (RequestFragment) event.record();
    Chunks chunks = Chunks.of(fragment);
    FragmentSpan span = FragmentSpan.of(fragment, chunks);
    boolean skewed = requireInBounds(event, span);
    RequestId id = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo());
    if (requests.openRequests() >= MAX_OPEN_REQUESTS && !requests.isOpen(id)) {
      throw new IllegalArgumentException(
          "Cannot take request: " + MAX_OPEN_REQUESTS + " are open in its lane (end some first)");
    }
    RequestAssembler.Added added =
        requests.add(event, chunks, span.latestAtNanos(), skewed, context.codecs());
    if (!span.isEmpty()) {
      long latest = metadata.epochOf(span.latestAtNanos());
      latestFactEpochNanos = Math.max(latestFactEpochNanos, latest);
    }
    slices()
        .ifPresent(aggregator -> addFragment(aggregator, fragment.getTransport(), chunks, added));
    if (added.completed() != null) {
      emit(added.completed(), context);
    }
  }

  /** Checks the times of a fragment and returns whether one of its facts is skewed. */
  private boolean requireInBounds(Event event, FragmentSpan span) {
    if (span.isEmpty()) {
      return false;
    }
    long earliest = metadata.epochOf(span.earliestAtNanos());
    long latest = metadata.epochOf(span.latestAtNanos());
    event.requireNotAhead(latest);
    if (earliest < metadata.startEpochNanos() - SKEW_ALLOWED_NANOS) {
      throw new IllegalArgumentException(
          "Invalid time: %d (at most 60 s before the lane's start, %d)"
              .formatted(earliest, metadata.startEpochNanos()));
    }
    if (slices == null) {
      return earliest < metadata.startEpochNanos();
    }
    if (slices.isTooFarAhead(latest)) {
      throw new IllegalArgumentException(
          "Invalid time: %d (less than %d slices ahead of the lane's frontier)"
              .formatted(latest, SliceAggregator.MAX_SLICES_AHEAD));
    }
    return slices.isSkewed(earliest);
  }

  private void addFragment(
      SliceAggregator aggregator,
      @Nullable Transport transport,
      Chunks chunks,
      RequestAssembler.Added added) {
    int[] sets = added.labelSets();
    if (transport != null) {
      addTransport(aggregator, transport, added.firstSend(), sets);
    }
    int[] reads = chunks.reads();
    for (int i = 0; i < chunks.count(); i++) {
      boolean coalesced = i > 0 && reads[i] == reads[i - 1];
      aggregator.chunkArrived(
          metadata.epochOf(chunks.atNanos()[i]), tokensOfChunk(chunks, i), coalesced, sets);
    }
    for (long atNanos : added.coalescedAtEdges()) {
      aggregator.chunkWasCoalesced(metadata.epochOf(atNanos), sets);
    }
  }

  private void addTransport(
      SliceAggregator aggregator, Transport transport, boolean firstSend, int[] sets) {
    if (firstSend) {
      aggregator.inFlightFrom(metadata.epochOf(AssembledRequest.startNanos(transport)), sets);
    }
    if (transport.getSentAtNs() != null) {
      aggregator.sent(metadata.epochOf(transport.getSentAtNs()), transport, sets);
    } else if (RequestAssembler.hasOnlyWrittenTime(transport)) {
      aggregator.written(
          metadata.epochOf(transport.getWrittenAtNs()), transport.getBytesSent(), sets);
    }
  }

  /** Counts a request that was assembled before, and emits its row again. */
  void process(AssembledRequest request, boolean skewed, LaneContext context) {
    Transport transport = request.transport();
    boolean sendKnown = transport != null && RequestAssembler.hasSendTime(transport);
    Chunks chunks =
        new Chunks(
            request.chunkAtNanos(),
            request.chunkTokens(),
            request.chunkReads(),
            request.chunkKinds());
    int[] sets =
        request.planned() == null
            ? metadata.labels().ofUnknown()
            : metadata.labels().of(request.planned().getLabels());
    RequestAssembler.Added whole = new RequestAssembler.Added(null, sendKnown, List.of(), sets);
    slices().ifPresent(aggregator -> addFragment(aggregator, transport, chunks, whole));
    emit(new RequestAssembler.Assembled(request, sendKnown, skewed, sets), context);
  }

  /** If the server counts tokens, tokens by chunk are unknown and each chunk counts as one. */
  private int tokensOfChunk(Chunks chunks, int i) {
    if (chunks.tokens().length > 0) {
      return chunks.tokens()[i];
    }
    return metadata.tokenSource() == TokenSource.SERVER_USAGE ? 1 : 0;
  }

  private void emit(RequestAssembler.Assembled assembled, LaneContext context) {
    AssembledRequest request = assembled.request();
    RequestMetrics metrics =
        RequestMetrics.of(request.trace(metadata.streaming(), metadata.tokenSource()));
    SloResult verdict = metadata.slos().evaluate(metrics);
    long endedEpoch = metadata.epochOf(request.endedAtNanos());
    latestFactEpochNanos = Math.max(latestFactEpochNanos, endedEpoch);
    long slice = NO_SLICE;
    if (slices != null) {
      slice = slices.sliceOf(endedEpoch);
      int[] sets = assembled.labelSets();
      long startEpoch = metadata.epochOf(request.startNanos());
      if (!assembled.sendKnown()) {
        slices.inFlightFrom(startEpoch, sets);
      }
      slices.inFlightUntil(Math.max(endedEpoch, startEpoch), sets);
      EndedRequest ended =
          new EndedRequest(request, metrics, verdict, assembled.skewed(), tokenCorrection(request));
      slices.ended(endedEpoch, ended, sets);
    }
    requestRows++;
    requestsOk += request.outcome() == Outcome.OK ? 1 : 0;
    context
        .out()
        .row(
            Dataset.REQUESTS,
            RequestRows.of(
                metadata.identity(),
                request,
                metrics,
                verdict,
                metadata.tokenSource(),
                slice,
                assembled.skewed()));
  }

  /** Returns the correction that makes tokens by arrival add up to the total. */
  private long tokenCorrection(AssembledRequest request) {
    Ended ended = request.ended();
    if (ended == null) {
      return 0;
    }
    if (metadata.tokenSource() != TokenSource.SERVER_USAGE) {
      return ended.getTokenCorrection();
    }
    boolean counted = ended.getUsage() != null && ended.getUsage().getCompletionTokens() != null;
    return counted ? ended.getUsage().getCompletionTokens() - arrivedTokens(request) : 0;
  }

  private static long arrivedTokens(AssembledRequest request) {
    if (request.chunkTokens().length == 0) {
      return request.chunkAtNanos().length;
    }
    long tokens = 0;
    for (int chunk : request.chunkTokens()) {
      tokens += chunk;
    }
    return tokens;
  }

  @Override
  public void heartbeat(long atEpochNanos, Heartbeat heartbeat) {
    issued = Math.max(issued, heartbeat.getIssued());
    notIssued = notIssued.max(NotIssuedTotals.of(heartbeat.getNotIssued()));
    clockErrorMaxNanos = Math.max(clockErrorMaxNanos, Math.abs(heartbeat.getClockErrorNs()));
    ledger.update(heartbeat.getLedger());
    slices().ifPresent(aggregator -> aggregator.heartbeat(atEpochNanos, heartbeat));
  }

  @Override
  public void settled(long settledBelow, LaneContext context) {
    for (RequestAssembler.Assembled assembled : requests.settle(settledBelow, context.codecs())) {
      emit(assembled, context);
    }
  }

  @Override
  public void advanceTo(long frontierEpochNanos, LaneContext context) {
    if (slices != null && slices.advanceTo(frontierEpochNanos, context)) {
      ledger.advanceTo(
          frontierEpochNanos, metadata.requiredClock(), metadata.identity(), context.out());
      context.sendToRun(Kind.PROGRESS, frontierEpochNanos);
    }
  }

  @Override
  public void ended(LaneEnded ended, LaneContext context) {
    issued = Math.max(issued, ended.getIssued());
    NotIssuedTotals totals = NotIssuedTotals.of(ended.getNotIssued());
    notIssued = notIssued.max(totals);
    slices()
        .ifPresent(aggregator -> aggregator.notIssued(metadata.epochOf(ended.getAtNs()), totals));
    emitAll(ended.getAtNs(), context);
    ledger.update(ended.getLedger());
    ledger.end(metadata.identity(), context.out());
    ledger.totals(ended.getTotals(), metadata.identity(), context.out());
    slices().ifPresent(aggregator -> aggregator.flushAll(context));
  }

  @Override
  public void lost(long frontierEpochNanos, LaneContext context) {
    emitAll(frontierEpochNanos - metadata.identity().anchorEpochNanos(), context);
    ledger.end(metadata.identity(), context.out());
    slices()
        .ifPresent(
            aggregator -> {
              aggregator.laneLost(frontierEpochNanos, metadata.identity().laneId());
              aggregator.flushAll(context);
            });
  }

  /** Sends the parts of all open slices. */
  void flush(LaneContext context) {
    slices().ifPresent(aggregator -> aggregator.flushAll(context));
  }

  private void emitAll(long endAtNanos, LaneContext context) {
    for (RequestAssembler.Assembled assembled : requests.endAll(endAtNanos, context.codecs())) {
      emit(assembled, context);
    }
  }

  @Override
  public LaneTotals totals() {
    return new LaneTotals(
        latestFactEpochNanos,
        issued,
        notIssued.sum(),
        requestRows,
        requestsOk,
        0,
        0,
        new ServerPages(),
        0,
        ledger.rows(),
        clockErrorMaxNanos);
  }

  @Override
  public GeneratorLaneProcessor copy() {
    GeneratorLaneProcessor copy =
        new GeneratorLaneProcessor(
            metadata, requests.copy(), slices == null ? null : slices.copy(), ledger.copy());
    copy.issued = issued;
    copy.notIssued = notIssued;
    copy.requestRows = requestRows;
    copy.requestsOk = requestsOk;
    copy.latestFactEpochNanos = latestFactEpochNanos;
    copy.clockErrorMaxNanos = clockErrorMaxNanos;
    return copy;
  }

  @Override
  public GeneratorState toState() {
    return new GeneratorState(
        requests.toState(),
        slices == null ? null : slices.toState(),
        ledger.toState(),
        issued,
        notIssued.toState(),
        requestRows,
        requestsOk,
        latestFactEpochNanos,
        clockErrorMaxNanos);
  }

  static GeneratorLaneProcessor ofState(LaneMetadata metadata, GeneratorState stored) {
    SliceAggregator slices =
        stored.getSlices() == null
            ? null
            : SliceAggregator.ofState(
                metadata.requiredClock(),
                metadata.startEpochNanos(),
                metadata.labels(),
                stored.getSlices());
    GeneratorLaneProcessor processor =
        new GeneratorLaneProcessor(
            metadata,
            RequestAssembler.ofState(metadata.labels(), stored.getOpenRequests()),
            slices,
            LedgerAggregator.ofState(stored.getLedger()));
    processor.issued = stored.getIssued();
    processor.notIssued = NotIssuedTotals.ofState(stored.getNotIssued());
    processor.requestRows = stored.getRequestRows();
    processor.requestsOk = stored.getRequestsOk();
    processor.latestFactEpochNanos = stored.getLatestFactEpochNs();
    processor.clockErrorMaxNanos = stored.getClockErrorMaxNs();
    return processor;
  }
}
