package io.longhaul.pipeline.lane;

import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.pipeline.lane.LaneMessage.Kind;
import io.longhaul.pipeline.row.RequestRows;
import io.longhaul.pipeline.row.RequestStory;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.Transport;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * A generator's lane: requests are put together, weighed and told, and folded into slices; a
 * warm-up lane's only the former.
 */
final class GeneratorContent implements LaneContent {
  /** More requests open at once than this are refused. */
  static final int MOST_OPEN_REQUESTS = 100_000;

  /** Facts so long before the lane's start count at the start; older ones are no facts. */
  static final long SKEW_ALLOWED_NANOS = 60_000_000_000L;

  private static final long NO_SLICE = -1;

  private final LaneFacts facts;
  private final RequestAssembly requests;

  /** Null in warm-up. */
  private final SliceFold slices;

  private final LedgerFold ledger;
  private long issued;
  private NotIssuedTotals notIssued = NotIssuedTotals.NONE;
  private long requestsTold;
  private long requestsOk;
  private long latestFactEpochNanos = LaneEnding.UNKNOWN;
  private long clockErrorMaxNanos;

  GeneratorContent(LaneFacts facts) {
    this(
        facts,
        new RequestAssembly(facts.labels()),
        facts
            .clock()
            .map(clock -> new SliceFold(clock, facts.startEpochNanos(), facts.labels()))
            .orElse(null),
        new LedgerFold());
  }

  private GeneratorContent(
      LaneFacts facts, RequestAssembly requests, SliceFold slices, LedgerFold ledger) {
    this.facts = facts;
    this.requests = requests;
    this.slices = slices;
    this.ledger = ledger;
  }

  private Optional<SliceFold> slices() {
    return Optional.ofNullable(slices);
  }

  @Override
  public boolean mayHold(EventKind kind) {
    return kind == EventKind.REQUEST_FRAGMENT;
  }

  @Override
  public void take(Event event, Desk desk) {
    RequestFragment fragment = (RequestFragment) event.record();
    Chunks chunks = Chunks.of(fragment);
    FragmentSpan span = FragmentSpan.of(fragment, chunks);
    boolean skewed = requireInBounds(event, span);
    RequestId id = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo());
    if (requests.openRequests() >= MOST_OPEN_REQUESTS && !requests.isOpen(id)) {
      throw new IllegalArgumentException(
          "Cannot take request: " + MOST_OPEN_REQUESTS + " are open in its lane (end some first)");
    }
    RequestAssembly.Added added =
        requests.add(event, chunks, span.latestAtNanos(), skewed, desk.codecs());
    if (!span.isEmpty()) {
      long latest = facts.epochOf(span.latestAtNanos());
      latestFactEpochNanos = Math.max(latestFactEpochNanos, latest);
    }
    slices().ifPresent(fold -> foldFragment(fold, fragment, chunks, added));
    if (added.whole() != null) {
      tell(added.whole(), desk);
    }
  }

  /** Whether a fact of it is skewed. */
  private boolean requireInBounds(Event event, FragmentSpan span) {
    if (span.isEmpty()) {
      return false;
    }
    long earliest = facts.epochOf(span.earliestAtNanos());
    long latest = facts.epochOf(span.latestAtNanos());
    event.requireNotLater(latest);
    if (earliest < facts.startEpochNanos() - SKEW_ALLOWED_NANOS) {
      throw new IllegalArgumentException(
          "Invalid time: %d (at most 60 s before the lane's start, %d)"
              .formatted(earliest, facts.startEpochNanos()));
    }
    if (slices == null) {
      return earliest < facts.startEpochNanos();
    }
    if (slices.isTooFarAhead(latest)) {
      throw new IllegalArgumentException(
          "Invalid time: %d (less than %d slices ahead of the lane's frontier)"
              .formatted(latest, SliceFold.MOST_SLICES_AHEAD));
    }
    return slices.isSkewed(earliest);
  }

  private void foldFragment(
      SliceFold fold, RequestFragment fragment, Chunks chunks, RequestAssembly.Added added) {
    Transport transport = fragment.getTransport();
    int[] sets = added.labelSets();
    if (added.firstSending()) {
      fold.cameIntoFlight(facts.epochOf(RequestStory.startNanos(transport)), sets);
    }
    if (transport != null && transport.getSentAtNs() != null) {
      fold.sent(facts.epochOf(transport.getSentAtNs()), transport, sets);
    } else if (RequestAssembly.tellsWritingAlone(transport)) {
      fold.written(facts.epochOf(transport.getWrittenAtNs()), transport.getBytesSent(), sets);
    }
    int[] reads = chunks.reads();
    for (int i = 0; i < chunks.count(); i++) {
      boolean coalesced = i > 0 && reads[i] == reads[i - 1];
      fold.chunkArrived(facts.epochOf(chunks.atNanos()[i]), tokensOf(chunks, i), coalesced, sets);
    }
    for (long atNanos : added.coalescedAtEdges()) {
      fold.chunkWasCoalesced(facts.epochOf(atNanos), sets);
    }
  }

  /** With the server's count nobody knows tokens by chunk: each chunk stands for one. */
  private int tokensOf(Chunks chunks, int i) {
    if (chunks.tokens().length > 0) {
      return chunks.tokens()[i];
    }
    return facts.tokenSource() == TokenSource.SERVER_USAGE ? 1 : 0;
  }

  private void tell(RequestAssembly.Assembled request, Desk desk) {
    RequestStory story = request.story();
    RequestMetrics metrics = RequestMetrics.of(story.trace(facts.streaming(), facts.tokenSource()));
    SloResult verdict = facts.slos().evaluate(metrics);
    long endedEpoch = facts.epochOf(story.endedAtNanos());
    latestFactEpochNanos = Math.max(latestFactEpochNanos, endedEpoch);
    long slice = NO_SLICE;
    if (slices != null) {
      slice = slices.sliceOf(endedEpoch);
      int[] sets = request.labelSets();
      long startEpoch = facts.epochOf(story.startNanos());
      if (!request.sendingKnown()) {
        slices.cameIntoFlight(startEpoch, sets);
      }
      slices.wentOutOfFlight(Math.max(endedEpoch, startEpoch), sets);
      EndedRequest ended =
          new EndedRequest(story, metrics, verdict, request.skewed(), tokenCorrection(story));
      slices.ended(endedEpoch, ended, sets);
    }
    requestsTold++;
    requestsOk += story.outcome() == Outcome.OK ? 1 : 0;
    desk.out()
        .request(
            RequestRows.of(
                facts.identity(),
                story,
                metrics,
                verdict,
                facts.tokenSource(),
                slice,
                request.skewed()));
  }

  /** So that tokens by arrival add up to the whole count. */
  private long tokenCorrection(RequestStory story) {
    Ended ended = story.ended();
    if (ended == null) {
      return 0;
    }
    if (facts.tokenSource() != TokenSource.SERVER_USAGE) {
      return ended.getTokenCorrection();
    }
    boolean counted = ended.getUsage() != null && ended.getUsage().getCompletionTokens() != null;
    return counted ? ended.getUsage().getCompletionTokens() - arrivedTokens(story) : 0;
  }

  private static long arrivedTokens(RequestStory story) {
    if (story.chunkTokens().length == 0) {
      return story.chunkAtNanos().length;
    }
    long tokens = 0;
    for (int chunk : story.chunkTokens()) {
      tokens += chunk;
    }
    return tokens;
  }

  @Override
  public void report(long atEpochNanos, Heartbeat heartbeat) {
    issued = Math.max(issued, heartbeat.getIssued());
    notIssued = notIssued.max(NotIssuedTotals.of(heartbeat.getNotIssued()));
    clockErrorMaxNanos = Math.max(clockErrorMaxNanos, Math.abs(heartbeat.getClockErrorNs()));
    ledger.told(heartbeat.getLedger());
    slices().ifPresent(fold -> fold.reported(atEpochNanos, heartbeat));
  }

  @Override
  public void settled(long settledBelow, Desk desk) {
    for (RequestAssembly.Assembled request : requests.settle(settledBelow, desk.codecs())) {
      tell(request, desk);
    }
  }

  @Override
  public void passed(long frontierEpochNanos, Desk desk) {
    if (slices != null && slices.passTo(frontierEpochNanos, desk)) {
      ledger.passTo(frontierEpochNanos, facts.sliceClock(), facts.identity(), desk.out());
      desk.tellRun(Kind.PROGRESS, frontierEpochNanos);
    }
  }

  @Override
  public void ended(LaneEnded ended, Desk desk) {
    issued = Math.max(issued, ended.getIssued());
    NotIssuedTotals told = NotIssuedTotals.of(ended.getNotIssued());
    notIssued = notIssued.max(told);
    slices().ifPresent(fold -> fold.notIssued(facts.epochOf(ended.getAtNs()), told));
    tellAll(ended.getAtNs(), desk);
    ledger.told(ended.getLedger());
    ledger.end(facts.identity(), desk.out());
    ledger.totals(ended.getTotals(), facts.identity(), desk.out());
    slices().ifPresent(fold -> fold.passAll(desk));
  }

  @Override
  public void lost(long frontierEpochNanos, Desk desk) {
    tellAll(frontierEpochNanos - facts.identity().anchorEpochNanos(), desk);
    ledger.end(facts.identity(), desk.out());
    slices()
        .ifPresent(
            fold -> {
              fold.laneLost(frontierEpochNanos, facts.identity().laneId());
              fold.passAll(desk);
            });
  }

  private void tellAll(long endAtNanos, Desk desk) {
    for (RequestAssembly.Assembled request : requests.endAll(endAtNanos, desk.codecs())) {
      tell(request, desk);
    }
  }

  @Override
  public ContentTotals totals() {
    return new ContentTotals(
        latestFactEpochNanos,
        issued,
        notIssued.sum(),
        requestsTold,
        requestsOk,
        0,
        0,
        new ServerPages(),
        0,
        ledger.rows(),
        clockErrorMaxNanos);
  }

  @Override
  public GeneratorContent copy() {
    GeneratorContent copy =
        new GeneratorContent(
            facts, requests.copy(), slices == null ? null : slices.copy(), ledger.copy());
    copy.issued = issued;
    copy.notIssued = notIssued;
    copy.requestsTold = requestsTold;
    copy.requestsOk = requestsOk;
    copy.latestFactEpochNanos = latestFactEpochNanos;
    copy.clockErrorMaxNanos = clockErrorMaxNanos;
    return copy;
  }

  @Override
  public void writeTo(DataOutput out) throws IOException {
    requests.writeTo(out);
    if (slices != null) {
      slices.writeTo(out);
    }
    ledger.writeTo(out);
    out.writeLong(issued);
    notIssued.writeTo(out);
    out.writeLong(requestsTold);
    out.writeLong(requestsOk);
    out.writeLong(latestFactEpochNanos);
    out.writeLong(clockErrorMaxNanos);
  }

  static GeneratorContent readFrom(LaneFacts facts, DataInput in) throws IOException {
    RequestAssembly requests = RequestAssembly.readFrom(facts.labels(), in);
    SliceFold slices =
        facts.sliceClock() == null
            ? null
            : SliceFold.readFrom(facts.sliceClock(), facts.startEpochNanos(), facts.labels(), in);
    GeneratorContent content =
        new GeneratorContent(facts, requests, slices, LedgerFold.readFrom(in));
    content.issued = in.readLong();
    content.notIssued = NotIssuedTotals.readFrom(in);
    content.requestsTold = in.readLong();
    content.requestsOk = in.readLong();
    content.latestFactEpochNanos = in.readLong();
    content.clockErrorMaxNanos = in.readLong();
    return content;
  }
}
