package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.keep.ExchangeCollector;
import io.longhaul.load.keep.LaneExchangeStore;
import io.longhaul.load.plan.server.Redaction;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.ManualRunClock;
import io.longhaul.load.time.PauseMeter;
import io.longhaul.load.time.ProcessMonitor;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.HashSum;
import io.longhaul.schema.RequestId;
import io.longhaul.wire.Dropped;
import io.longhaul.wire.Ending;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneKind;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.Phase;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.TokenSource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lane's clock is at 0 when it opens, one second before the start of the run. */
class LaneRecorderTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long LANE_OPENED = 5_000 * SECOND;
  private static final long EPOCH = 1_700_000_000 * SECOND;
  private static final long SLICE = 2 * SECOND;

  private final ManualRunClock manual = new ManualRunClock(LANE_OPENED, EPOCH);
  private final AnchoredRunClock clock = manual.anchored();
  private static final OutgoingRequest REQUEST =
      new OutgoingRequest(URI.create("http://server/"), List.of(), new byte[0], 0);

  private final RecordingLanePublisher publisher = new RecordingLanePublisher();
  private final RecordingStore exchangeStore = new RecordingStore();
  private final RecordingOwner owner = new RecordingOwner();
  private final PauseMeter pauses = new PauseMeter(System::nanoTime);
  private LaneRecorder recorder;
  private long nextRequest;

  @BeforeEach
  void opensTheLane() {
    PlanFacts plan =
        PlanFacts.newBuilder()
            .setRunStartEpochNs(EPOCH + SECOND)
            .setSliceDurationNs(SLICE)
            .setEndpointType("chat")
            .setStreaming(true)
            .setTokenSource(TokenSource.SERVER_USAGE)
            .build();
    recorder =
        new LaneRecorder(
            new LaneDescription(
                "run",
                "lane",
                "g0",
                LaneKind.GENERATOR,
                Phase.PROFILING,
                1,
                "timing",
                0,
                null,
                plan),
            clock,
            clock.readAnchor(),
            Endpoints.CHAT.dialect(DialectOptions.DEFAULTS),
            null,
            new ProcessMonitor(clock, pauses),
            publisher,
            exchangeStore,
            Redaction.of(Map.of("Authorization", Secret.of("Bearer canary-5e1f"))),
            NotIssuedCounts.NONE);
    recorder.open();
  }

  @AfterEach
  void closeLaneAndRequireDeclaredGapsOnly() {
    pauses.close();
    assertThatSeqsAreGaplessOrDeclared();
  }

  @Test
  void exchangeStoreReceivesExchangesUnchanged() {
    ExchangeRecorder request = begins(at(1_000));
    request.headers(at(1_030), 200, "text/event-stream");
    request.body(at(1_040), 0, event("one"));
    request.body(at(1_050), 1, "data: [D".getBytes(UTF_8));
    request.body(at(1_060), 2, "ONE]\n\n".getBytes(UTF_8));
    request.ended(at(1_070), ExchangeEnd.COMPLETE);

    recorder.poll();

    assertThat(exchangeStore.received)
        .containsExactly(
            "begin " + onlyRequest().id() + " " + REQUEST,
            "text/event-stream",
            "text one",
            "1040 " + new String(event("one"), UTF_8),
            "1050 data: [D",
            "1060 ONE]\n\n",
            "ended");
  }

  @Test
  void completeResponseWithoutContentIsAnErrorInFragmentAndLedger() {
    ExchangeRecorder request = begins(at(1_000));
    request.sent(at(1_001), true);
    request.headers(at(1_030), 200, "text/event-stream");
    request.body(at(1_030), 0, "data: {\"text\":\"Wrong  shape".getBytes(UTF_8));
    request.body(at(1_040), 1, " canary-5e1f\"}\n\ndata: [DONE]\n\n".getBytes(UTF_8));
    request.ended(at(1_050), ExchangeEnd.COMPLETE);
    recorder.intake().laneEnded(state(2_000));
    recorder.poll();

    DecodedRequest decoded = onlyRequest();
    assertThat(decoded.ended().getEnding()).isEqualTo(Ending.PROTOCOL_ERROR);
    assertThat(decoded.ended().getReason()).isEqualTo("no_content");
    assertThat(decoded.ended().getMessage())
        .isEqualTo(
            "The response is complete but has no content. It starts with: "
                + "data: {\"text\":\"Wrong shape ***********\"} data: [DONE]");
    LedgerEntry totals = publisher.eventsOf(LaneEnded.class).get(0).getTotals();
    assertThat(totals.getProtocolError()).isEqualTo(1);
    assertThat(totals.getOk()).isZero();
  }

  @Test
  void redirectIsAnErrorWithItsStatus() {
    ExchangeRecorder request = begins(at(1_000));
    request.headers(at(1_030), 302, "text/html");
    request.body(at(1_030), 0, "Found".getBytes(UTF_8));
    request.ended(at(1_040), ExchangeEnd.COMPLETE);
    poll(1_041);

    assertThat(onlyRequest().ended().getEnding()).isEqualTo(Ending.HTTP_ERROR);
    assertThat(onlyRequest().ended().getReason()).isEqualTo("http_302");
  }

  @Test
  void keyIsRedactedFromAnErrorMessage() {
    ExchangeRecorder request = begins(at(1_000));
    request.headers(at(1_030), 401, "application/json");
    request.body(at(1_030), 0, "{\"error\": {\"message\": \"Wrong key: can".getBytes(UTF_8));
    request.body(at(1_031), 1, "ary-5e1f.\"}}".getBytes(UTF_8));
    request.ended(at(1_040), ExchangeEnd.COMPLETE);
    poll(1_041);

    assertThat(onlyRequest().ended().getMessage()).isEqualTo("Wrong key: ***********.");
  }

  @Test
  void slowWriteIsPublishedAsSentFirstAndAsWrittenLater() {
    ExchangeRecorder request = begins(at(1_000));
    request.sent(at(1_003), true);
    poll(1_600);
    request.written(at(2_500), 10_000_000);
    request.headers(at(2_600), 200, "text/event-stream");
    request.body(at(2_600), 0, event("one"));
    request.body(at(2_600), 0, "data: [DONE]\n\n".getBytes(UTF_8));
    request.ended(at(2_600), ExchangeEnd.COMPLETE);
    poll(2_601);

    DecodedRequest decoded = onlyRequest();
    assertThat(decoded.fragments()).isEqualTo(2);
    assertThat(decoded.transport().getSentAtNs()).isEqualTo(1_003 * MS);
    assertThat(decoded.transport().getWrittenAtNs()).isEqualTo(2_500 * MS);
    assertThat(decoded.transport().getBytesSent()).isEqualTo(10_000_000);
  }

  @Test
  void shortRequestIsOneFragmentWithAllFacts() {
    ExchangeRecorder request = begins(at(1_000));
    request.connectStarted(at(1_001));
    request.connected(at(1_002));
    request.sent(at(1_003), false);
    request.written(at(1_004), 300);
    request.headers(at(1_050), 200, "text/event-stream");
    request.body(at(1_050), 0, event("one"));
    request.body(at(1_060), 1, event("two"));
    request.body(at(1_070), 2, "data: [DONE]\n\n".getBytes(UTF_8));
    request.ended(at(1_070), ExchangeEnd.COMPLETE);
    poll(1_071);

    DecodedRequest decoded = onlyRequest();
    assertThat(decoded.fragments()).isEqualTo(1);
    assertThat(decoded.planned().getHandedAtNs()).isEqualTo(1_000 * MS);
    assertThat(decoded.transport().getConnectStartedAtNs()).isEqualTo(1_001 * MS);
    assertThat(decoded.transport().getSentAtNs()).isEqualTo(1_003 * MS);
    assertThat(decoded.transport().getBytesSent()).isEqualTo(300);
    assertThat(decoded.headersAt()).isEqualTo(1_050 * MS);
    assertThat(decoded.chunkTimes()).containsExactly(1_050 * MS, 1_060 * MS);
    assertThat(decoded.chunkReads()).containsExactly(0L, 1L);
    assertThat(decoded.chunkTokens()).as("the server counts").isEmpty();
    assertThat(decoded.ended().getEnding()).isEqualTo(Ending.OK);
    assertThat(decoded.ended().getReads()).isEqualTo(3);
    assertThat(decoded.ended().getReason()).isNull();
  }

  @Test
  void firstFragmentContainsTheLabels() {
    labels = Map.of("model", "model", "stage", "2");
    ExchangeRecorder request = begins(at(1_000));
    request.ended(at(1_010), ExchangeEnd.COMPLETE);
    poll(1_011);

    assertThat(onlyRequest().planned().getLabels()).isEqualTo(labels);
  }

  @Test
  void factWithoutAChunkIsPublishedWithinHalfASecond() {
    ExchangeRecorder request = begins(at(1_000));
    request.connectStarted(at(1_000));
    poll(1_400);
    assertThat(fragments()).isEmpty();

    poll(1_500);

    assertThat(fragments()).hasSize(1);
    assertThat(fragments().get(0).getPlanned()).isNotNull();
    assertThat(fragments().get(0).getTransport().getSentAtNs()).isNull();
    request.connected(at(2_000));
    request.sent(at(2_001), false);
    poll(2_500);
    assertThat(fragments().get(1).getTransport().getSentAtNs()).isEqualTo(2_001 * MS);
    request.ended(at(2_600), ExchangeEnd.COMPLETE);
    poll(2_600);
    assertThat(onlyRequest().fragments()).isEqualTo(3);
  }

  @Test
  void longStreamIsPublishedInFragmentsWithinHalfASecond() {
    ExchangeRecorder request = begins(at(1_000));
    request.sent(at(1_000), true);
    request.written(at(1_000), 10);
    request.headers(at(1_010), 200, "text/event-stream");
    for (int chunk = 0; chunk < 30; chunk++) {
      long now = 1_100 + 100L * chunk;
      request.body(at(now), chunk, event("x"));
      poll(now);
      tick(now);
    }
    request.ended(at(4_100), ExchangeEnd.COMPLETE);
    poll(4_100);

    DecodedRequest decoded = onlyRequest();
    assertThat(decoded.fragments()).isGreaterThan(5);
    assertThat(decoded.chunkTimes()).hasSize(30).isSorted();
    assertThat(decoded.chunkTimes().get(29)).isEqualTo(4_000 * MS);
  }

  @Test
  void fragmentIsCutAtThirtyTwoKilobytes() {
    ExchangeRecorder request = begins(at(1_000));
    request.headers(at(1_001), 200, "text/event-stream");
    for (int chunk = 0; chunk < 20_000; chunk++) {
      request.body(at(1_010) + chunk, chunk, event("x"));
      if (chunk % 1_000 == 0) {
        poll(1_011);
      }
    }
    request.ended(at(1_100), ExchangeEnd.COMPLETE);
    poll(1_100);

    assertThat(fragments()).hasSizeGreaterThan(1);
    for (RequestFragment fragment : fragments()) {
      assertThat(fragment.getChunkTimesNs().remaining() + fragment.getChunkReads().remaining())
          .isLessThanOrEqualTo(32 << 10);
    }
    assertThat(onlyRequest().chunkTimes()).hasSize(20_000);
  }

  @Test
  void frontierIsTheLastTickIfAllFactsArePublished() {
    tick(900);
    poll(1_000);
    assertThat(lastHeartbeat().getFrontierNs()).isEqualTo(900 * MS);
  }

  @Test
  void frontierNeverPassesAnUnpublishedFact() {
    begins(at(1_800));
    tick(1_950);
    poll(2_000);

    assertThat(fragments()).isEmpty();
    assertThat(lastHeartbeat().getFrontierNs()).isEqualTo(1_800 * MS);
    assertThat(lastHeartbeat().getInFlight()).isEqualTo(1);
    assertThat(lastHeartbeat().getOldestInFlightAgeNs()).isEqualTo(200 * MS);

    tick(2_950);
    poll(3_000);
    assertThat(fragments()).as("published after half a second").hasSize(1);
    assertThat(lastHeartbeat().getFrontierNs()).isEqualTo(2_950 * MS);
  }

  @Test
  void frontierDoesNotAdvanceWithoutATick() {
    tick(500);
    poll(1_000);
    poll(2_000);
    assertThat(lastHeartbeat().getFrontierNs()).isEqualTo(500 * MS);
    assertThat(publisher.eventsOf(Heartbeat.class)).hasSize(2);
  }

  @Test
  void ledgerEntryIsRepeatedUntilItsHeartbeatIsAcknowledged() {
    RequestId id = endsImmediately(1_500);
    poll(2_000);
    long seq = publisher.events().get(publisher.events().size() - 1).seq();
    LedgerEntry entry = lastHeartbeat().getLedger().get(0);
    HashSum ids = new HashSum();
    ids.add(id);
    assertThat(entry.getSliceIndex()).isZero();
    assertThat(entry.getOk()).isEqualTo(1);
    assertThat(entry.getIdHashHi()).isEqualTo(ids.hi());
    assertThat(entry.getIdHashLo()).isEqualTo(ids.lo());

    poll(3_000);
    assertThat(lastHeartbeat().getLedger()).containsExactly(entry);

    publisher.acknowledgesBelow(seq + 1);
    poll(4_000);
    assertThat(lastHeartbeat().getLedger()).isEmpty();

    endsImmediately(4_100);
    poll(5_000);
    assertThat(lastHeartbeat().getLedger())
        .extracting(LedgerEntry::getSliceIndex)
        .containsExactly(1L);
  }

  @Test
  void everySliceOfALongOutageIsInTheLedgerOnceAndHeartbeatsStaySmall() {
    int slices = 700;
    for (int slice = 0; slice < slices; slice++) {
      endsImmediately(1_500 + slice * 2_000L);
      poll(2_000 + slice * 2_000L);
    }

    List<Heartbeat> heartbeats = publisher.eventsOf(Heartbeat.class);
    assertThat(heartbeats).allSatisfy(each -> assertThat(each.getLedger()).hasSizeLessThan(70));
    assertThat(
            heartbeats.stream()
                .flatMap(each -> each.getLedger().stream())
                .map(LedgerEntry::getSliceIndex)
                .distinct())
        .hasSize(slices);
  }

  @Test
  void laneEndsWithItsTotals() {
    RequestId one = endsImmediately(1_500);
    RequestId other = endsImmediately(3_500);
    recorder.intake().laneEnded(state(3_600));
    poll(3_600);

    LaneEnded ended = publisher.eventsOf(LaneEnded.class).get(0);
    HashSum ids = new HashSum();
    ids.add(one);
    ids.add(other);
    assertThat(ended.getIssued()).isEqualTo(2);
    assertThat(ended.getTotals().getOk()).isEqualTo(2);
    assertThat(ended.getTotals().getIdHashHi()).isEqualTo(ids.hi());
    assertThat(ended.getTotals().getIdHashLo()).isEqualTo(ids.lo());
    assertThat(ended.getLedger()).extracting(LedgerEntry::getSliceIndex).containsExactly(0L, 1L);
    assertThat(recorder.ended()).isCompleted();
  }

  @Test
  void heartbeatsContainTheTimesForWhichTheLaneSentNothingSinceTheLastOne() {
    recorder.intake().tick(waited(100, 40, 7));
    poll(1_000);
    assertThat(lastHeartbeat().getBackedOffNs()).isEqualTo(40);
    assertThat(lastHeartbeat().getRecorderWaitNs()).isEqualTo(7);

    recorder.intake().tick(waited(1_100, 45, 17));
    poll(2_000);
    assertThat(lastHeartbeat().getBackedOffNs()).isEqualTo(5);
    assertThat(lastHeartbeat().getRecorderWaitNs()).isEqualTo(10);

    poll(3_000);
    assertThat(lastHeartbeat().getRecorderWaitNs()).isZero();
  }

  @Test
  void rejectedEventIsDeclaredBeforeAnyOtherEvent() {
    publisher.becomesFull(true);
    endsImmediately(1_100);
    endsImmediately(1_200);
    poll(1_300);
    publisher.becomesFull(false);
    endsImmediately(1_400);
    poll(1_500);

    List<LaneEvent> events = publisher.events();
    assertThat(events)
        .extracting(LaneEvent::kind)
        .containsExactly(EventKind.LANE_STARTED, EventKind.DROPPED, EventKind.REQUEST_FRAGMENT);
    Dropped dropped = (Dropped) events.get(1).event();
    assertThat(dropped.getFromSeq()).isEqualTo(1);
    assertThat(dropped.getToSeq()).isEqualTo(events.get(1).seq() - 1);
    assertThat(dropped.getRequests()).isEqualTo(2);
    poll(2_000);
    assertThat(lastHeartbeat().getHealth().getDroppedEvents()).isEqualTo(dropped.getToSeq());
  }

  @Test
  void recordThatTheBrokerRejectsIsDeclaredAndTheLedgerResent() {
    endsImmediately(1_500);
    poll(2_000);
    publisher.acknowledgesBelow(10);
    poll(3_000);
    assertThat(lastHeartbeat().getLedger()).isEmpty();
    publisher.loses(2);

    poll(4_000);

    assertThat(publisher.eventsOf(Dropped.class))
        .extracting(Dropped::getFromSeq, Dropped::getToSeq)
        .containsExactly(tuple(2L, 2L));
  }

  @Test
  void fullRingLosesPartsOfResponsesButNeverAnEnd() {
    List<ExchangeRecorder> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      requests.add(begins(at(1_000)));
    }
    for (int i = 0; i < 70_000; i++) {
      requests.get(0).body(at(1_001), i, event("x"));
    }
    requests.forEach(request -> request.ended(at(1_002), ExchangeEnd.COMPLETE));
    poll(1_003);

    assertThat(owner.ended).hasSize(10);
    List<DecodedRequest> decoded = DecodedRequest.of(publisher.events());
    assertThat(decoded).hasSize(10);
    assertThat(decoded.get(0).ended().getReason()).isEqualTo("recorder_overrun");
    assertThat(exchangeStore.received).as("half of a response").contains("lost");
    assertThat(publisher.eventsOf(Dropped.class)).hasSize(1);
  }

  @Test
  void requestThatCannotBeRecordedDoesNotStart() {
    List<ExchangeRecorder> requests = new ArrayList<>();
    while (recorder
        .intake()
        .begin(planned(at(1_000)), REQUEST, at(1_000), owner, ResponseListener.NONE)
        .isPresent()) {
      requests.add(null);
      assertThat(requests).hasSizeLessThan(70_000);
    }
    assertThat(requests).as("half of the ring is reserved for their ends").hasSizeLessThan(33_000);
  }

  @Test
  void retriedRequestKeepsTheTimesOfItsFirstAttempt() {
    ExchangeRecorder request = begins(at(1_000));
    request.sent(at(1_001), true);
    request.written(at(1_001), 300);
    request.retried(at(1_002));
    request.connectStarted(at(1_003));
    request.connected(at(1_004));
    request.sent(at(1_005), false);
    request.written(at(1_005), 300);
    request.headers(at(1_010), 503, "application/json");
    request.ended(at(1_011), ExchangeEnd.COMPLETE);
    poll(1_012);

    DecodedRequest decoded = onlyRequest();
    assertThat(decoded.transport().getSentAtNs()).isEqualTo(1_001 * MS);
    assertThat(decoded.transport().getConnectStartedAtNs()).isNull();
    assertThat(decoded.ended().getRetries()).isEqualTo(1);
    assertThat(decoded.ended().getStaleConnection()).isTrue();
    assertThat(decoded.ended().getEnding()).isEqualTo(Ending.HTTP_ERROR);
    assertThat(decoded.ended().getReason()).isEqualTo("http_503");
  }

  @Test
  void endlessLineFailsItsRequestAndCancelsIt() {
    ExchangeRecorder request = begins(at(1_000));
    request.headers(at(1_001), 200, "text/event-stream");
    request.body(at(1_002), 0, new byte[2 << 20]);
    poll(1_003);
    assertThat(owner.unreadable).containsExactly(request);

    request.ended(at(1_004), new ExchangeEnd(ExchangeEnd.Kind.CANCELLED, "cancelled"));
    poll(1_005);

    assertThat(onlyRequest().ended().getEnding()).isEqualTo(Ending.PROTOCOL_ERROR);
    assertThat(onlyRequest().ended().getReason()).isEqualTo("line_too_long");
  }

  @Test
  void lateRequestsAppearInTheLagsOfTheHeartbeat() {
    for (int lag = 1; lag <= 100; lag++) {
      assertThat(
              recorder
                  .intake()
                  .begin(
                      planned(at(1_500) - lag * MS),
                      REQUEST,
                      at(1_500),
                      owner,
                      ResponseListener.NONE))
          .isPresent();
    }
    poll(2_000);

    assertThat(lastHeartbeat().getHealth().getSendLagP50Ns()).isEqualTo(50 * MS);
    assertThat(lastHeartbeat().getHealth().getSendLagP99Ns()).isEqualTo(99 * MS);
    assertThat(lastHeartbeat().getHealth().getSendLagMaxNs()).isEqualTo(100 * MS);
    poll(3_000);
    assertThat(lastHeartbeat().getHealth().getSendLagMaxNs()).isNull();
  }

  private static long at(long laneMillis) {
    return LANE_OPENED + laneMillis * MS;
  }

  private ExchangeRecorder begins(long atNanos) {
    return recorder
        .intake()
        .begin(planned(atNanos), REQUEST, atNanos, owner, ResponseListener.NONE)
        .orElseThrow();
  }

  private Map<String, String> labels = Map.of();

  private PlannedRequest planned(long scheduledAtNanos) {
    RequestId id = RequestId.of(0, 1, nextRequest++);
    return new PlannedRequest(
        id,
        id.lo(),
        0,
        "session",
        0,
        id.toString(),
        "model",
        0,
        7,
        10,
        12,
        null,
        0,
        0,
        scheduledAtNanos,
        labels);
  }

  private RequestId endsImmediately(long laneMillis) {
    ExchangeRecorder request = begins(at(laneMillis));
    request.headers(at(laneMillis), 200, "text/event-stream");
    request.body(at(laneMillis), 0, event("x"));
    request.body(at(laneMillis), 0, "data: [DONE]\n\n".getBytes(UTF_8));
    request.ended(at(laneMillis), ExchangeEnd.COMPLETE);
    return request.id();
  }

  private void tick(long laneMillis) {
    recorder.intake().tick(state(laneMillis));
  }

  private static LoopState state(long laneMillis) {
    return waited(laneMillis, 0, 0);
  }

  private static LoopState waited(long laneMillis, long backedOffNanos, long recorderWaitNanos) {
    return new LoopState(
        at(laneMillis), 0, 0, NotIssuedCounts.NONE, 0, backedOffNanos, recorderWaitNanos);
  }

  private void poll(long laneMillis) {
    manual.advanceToNanos(at(laneMillis));
    recorder.poll();
  }

  private List<RequestFragment> fragments() {
    return publisher.eventsOf(RequestFragment.class);
  }

  private Heartbeat lastHeartbeat() {
    List<Heartbeat> heartbeats = publisher.eventsOf(Heartbeat.class);
    return heartbeats.get(heartbeats.size() - 1);
  }

  private DecodedRequest onlyRequest() {
    List<DecodedRequest> requests = DecodedRequest.of(publisher.events());
    assertThat(requests).hasSize(1);
    return requests.get(0);
  }

  private static byte[] event(String content) {
    return ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + content + "\"}}]}\n\n")
        .getBytes(UTF_8);
  }

  private void assertThatSeqsAreGaplessOrDeclared() {
    long next = 0;
    for (LaneEvent event : publisher.events()) {
      if (event.event() instanceof Dropped dropped && dropped.getFromSeq() == next) {
        next = dropped.getToSeq() == event.seq() ? next : dropped.getToSeq() + 1;
      }
      assertThat(event.seq()).isEqualTo(next);
      next++;
    }
  }

  private static final class RecordingOwner implements ExchangeOwner {
    @Override
    public void sent(ExchangeRecorder recorder, long atNanos) {}

    @Override
    public void written(ExchangeRecorder recorder, long atNanos) {}

    private final List<ExchangeRecorder> ended = new ArrayList<>();
    private final List<ExchangeRecorder> unreadable = new ArrayList<>();

    @Override
    public void ended(ExchangeRecorder recorder, long atNanos, ExchangeEnd end) {
      ended.add(recorder);
    }

    @Override
    public void unreadable(ExchangeRecorder recorder) {
      unreadable.add(recorder);
    }
  }

  private static final class RecordingStore implements LaneExchangeStore, ExchangeCollector {
    private final List<String> received = new ArrayList<>();

    @Override
    public ExchangeCollector begin(RequestId id, long planIndex, OutgoingRequest request) {
      received.add("begin " + id + " " + request);
      return this;
    }

    @Override
    public void head(String contentType) {
      received.add(contentType);
    }

    @Override
    public void body(long atNanos, byte[] bytes) {
      received.add((atNanos - LANE_OPENED) / MS + " " + new String(bytes, UTF_8));
    }

    @Override
    public void text(String text) {
      if (!text.isEmpty()) {
        received.add("text " + text);
      }
    }

    @Override
    public void ended() {
      received.add("ended");
    }

    @Override
    public void lost() {
      received.add("lost");
    }
  }
}
