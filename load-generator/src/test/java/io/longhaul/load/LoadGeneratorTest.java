package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.CancellationPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.load.record.LaneEvent;
import io.longhaul.load.record.LaneSummary;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.HashSum;
import io.longhaul.wire.Ending;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole path from plan to file, against the mock server and its truth log. */
@Timeout(60)
class LoadGeneratorTest {
  @TempDir Path folder;

  @Test
  void everyRequestOfTheTruthLogIsPublishedExactlyOnceWithItsTokens() throws Exception {
    RunPlanBuilder plan =
        aPlan().requestRate(200).arrivalPattern(ArrivalPattern.POISSON).requestCount(100);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    List<DecodedRequest> requests = run.requests();
    assertThat(requests)
        .extracting(request -> request.id().toString())
        .containsExactlyInAnyOrderElementsOf(run.truth().ids());
    assertThat(requests).hasSize(100);
    for (DecodedRequest request : requests) {
      long tokens = run.truth().outputTokensOf(request.id());
      assertThat(request.ended().getEnding()).isEqualTo(Ending.OK);
      assertThat((long) request.ended().getOutputTokens()).isEqualTo(tokens);
      assertThat(request.arrivedTokens() + request.ended().getTokenCorrection()).isEqualTo(tokens);
      assertThat(request.chunkTimes()).hasSize((int) tokens).isSorted();
      assertThat(request.ended().getFinishReason()).isEqualTo("length");
      assertThat(request.ended().getStatus()).isEqualTo(200);
    }
  }

  @Test
  void timestampsOfARequestAreInOrder() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(aServer(), aPlan().concurrency(4).requestCount(20), folder);

    for (DecodedRequest request : run.requests()) {
      assertThat(
              LongStream.of(
                      request.planned().getScheduledAtNs(),
                      request.planned().getHandedAtNs(),
                      request.transport().getSentAtNs(),
                      request.transport().getWrittenAtNs(),
                      request.headersAt(),
                      request.chunkTimes().get(0),
                      request.ended().getEndedAtNs())
                  .boxed())
          .isSorted();
    }
    long connections =
        run.requests().stream()
            .filter(request -> request.transport().getConnectStartedAtNs() != null)
            .count();
    assertThat(connections).as("connections are reused").isEqualTo(4);
  }

  @Test
  void withoutReuseEveryRequestOpensItsOwnConnection() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(),
            aPlan().concurrency(4).requestCount(20).connectionReuse(ConnectionReuse.NEVER),
            folder);

    assertThat(run.requests()).hasSize(20);
    for (DecodedRequest request : run.requests()) {
      assertThat(request.transport().getConnectionReused()).isFalse();
      assertThat(
              LongStream.of(
                      request.transport().getConnectStartedAtNs(),
                      request.transport().getConnectedAtNs(),
                      request.transport().getSentAtNs())
                  .boxed())
          .isSorted();
      assertThat(request.ended().getEnding()).isEqualTo(Ending.OK);
    }
  }

  @Test
  void laneIsGaplessAndItsLedgerMatchesItsRequests() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(), aPlan().concurrency(8).requestCount(60).lanesPerGenerator(2), folder);

    assertThat(run.lanes().keySet()).hasSize(2);
    run.lanes().forEach((lane, events) -> assertThatItIsComplete(events));
    assertThat(run.report().issued()).isEqualTo(60);
    assertThat(run.report().notIssued()).isZero();
    assertThat(run.report().droppedEvents()).isZero();
  }

  private static void assertThatItIsComplete(List<LaneEvent> events) {
    for (int i = 0; i < events.size(); i++) {
      assertThat(events.get(i).seq()).isEqualTo(i);
    }
    assertThat(events.get(0).event()).isInstanceOf(LaneStarted.class);
    LaneEnded last = (LaneEnded) events.get(events.size() - 1).event();
    List<DecodedRequest> requests = DecodedRequest.of(events);
    HashSum ids = new HashSum();
    requests.forEach(request -> ids.add(request.id()));
    LedgerEntry totals = last.getTotals();
    assertThat(totals.getOk()).isEqualTo(requests.size());
    assertThat(totals.getIdHashHi()).isEqualTo(ids.hi());
    assertThat(totals.getIdHashLo()).isEqualTo(ids.lo());
    long frontier = 0;
    for (LaneEvent event : events) {
      if (event.event() instanceof Heartbeat heartbeat) {
        assertThat(heartbeat.getFrontierNs()).isGreaterThanOrEqualTo(frontier);
        frontier = heartbeat.getFrontierNs();
      }
    }
  }

  @Test
  void openLoopHasTheSamePlannedTimesForAnyNumberOfGenerators() throws Exception {
    RunPlanBuilder plan =
        aPlan().requestRate(100).arrivalPattern(ArrivalPattern.POISSON).requestCount(40);

    GeneratorRun alone = GeneratorRun.against(aServer(), plan, folder);
    GeneratorRun first = GeneratorRun.against(aServer(), plan, folder, 0, 2);
    GeneratorRun second = GeneratorRun.against(aServer(), plan, folder, 1, 2);

    Set<String> together = new HashSet<>(first.planned());
    assertThat(together).doesNotContainAnyElementsOf(second.planned());
    together.addAll(second.planned());
    assertThat(together).isEqualTo(alone.planned()).hasSize(40);
  }

  @Test
  void openLoopSendsNoRequestEarly() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(),
            aPlan().requestRate(500).arrivalPattern(ArrivalPattern.POISSON).requestCount(200),
            folder);

    assertThat(run.requests()).hasSize(200);
    for (DecodedRequest request : run.requests()) {
      long due = request.planned().getScheduledAtNs();
      Long connecting = request.transport().getConnectStartedAtNs();
      assertThat(request.planned().getHandedAtNs()).isGreaterThanOrEqualTo(due);
      assertThat(connecting == null ? request.transport().getSentAtNs() : connecting)
          .isGreaterThanOrEqualTo(request.planned().getHandedAtNs());
    }
  }

  @Test
  void slowServerDelaysAnOpenLoopWithALimitAndUnsentRequestsAreCounted() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .requestRate(100)
            .arrivalPattern(ArrivalPattern.CONSTANT)
            .concurrency(2)
            .durationNanos(TimeUnit.MILLISECONDS.toNanos(990));

    GeneratorRun run = GeneratorRun.against(aServer().timeToFirstToken("200ms"), plan, folder);

    LaneSummary lane = run.report().lanes().get(0);
    assertThat(lane.issued() + lane.notIssued().total()).as("due arrivals").isEqualTo(98);
    assertThat(lane.notIssued().noSlot()).isPositive().isEqualTo(lane.notIssued().total());
    DecodedRequest third = run.requests().get(2);
    assertThat(third.planned().getHandedAtNs() - third.planned().getScheduledAtNs())
        .as("it waited for a slot and kept its planned time")
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(100));
  }

  @Test
  void requestsInFlightAtTheEndOfTheGracePeriodAreCancelledAndRecorded() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .concurrency(3)
            .durationNanos(TimeUnit.MILLISECONDS.toNanos(300))
            .graceNanos(TimeUnit.MILLISECONDS.toNanos(200));

    GeneratorRun run = GeneratorRun.against(aServer().timeToFirstToken("60s"), plan, folder);

    assertThat(run.requests())
        .hasSize(3)
        .extracting(request -> request.ended().getEnding())
        .containsOnly(Ending.IN_FLIGHT_AT_STOP);
    assertThat(run.requests()).allMatch(request -> request.ended().getCancelledAtNs() != null);
    assertThat(run.report().lanes().get(0).totals().getInFlightAtStop()).isEqualTo(3);
  }

  @Test
  void warmUpHasItsOwnLaneAndProfilingContinuesWithTheNextPrompt() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(), aPlan().concurrency(2).warmupRequestCount(6).requestCount(10), folder);

    assertThat(run.lanes()).hasSize(2);
    assertThat(run.lanes().keySet()).anyMatch(lane -> lane.endsWith(".0.w"));
    assertThat(run.requests())
        .extracting(request -> request.planned().getPlanIndex())
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 16).boxed().toList());
  }

  @Test
  void warmUpMayHaveADuration() throws Exception {
    GeneratorRun run =
        GeneratorRun.against(
            aServer(),
            aPlan()
                .concurrency(2)
                .warmupDurationNanos(TimeUnit.MILLISECONDS.toNanos(300))
                .requestCount(4),
            folder);

    assertThat(run.lanes()).hasSize(2);
    List<Long> planIndices =
        run.requests().stream().map(request -> request.planned().getPlanIndex()).toList();
    assertThat(planIndices).contains(0L, 1L, 2L, 3L).doesNotHaveDuplicates();
    assertThat(planIndices.size()).as("the warm-up sent some requests").isGreaterThan(8);
  }

  @Test
  void everyKindOfFailureHasItsOutcomeAndReasonAndKeepsItsChunks() throws Exception {
    MockServerOptions.Builder server =
        aServer()
            .fault("request 1: reset")
            .fault("request 2: status 503")
            .fault("request 3: truncate after 5")
            .fault("request 4: end-early after 5")
            .fault("request 5: error-event after 5")
            .fault("request 6: malformed-json after 5")
            .fault("request 7: wrong-content-type")
            .fault("request 8: stall after 5")
            .fault("request 9: huge-event 2000000 after 5");
    RunPlanBuilder plan =
        aPlan()
            .concurrency(1)
            .requestCount(10)
            .requestTimeoutNanos(TimeUnit.SECONDS.toNanos(5)); // only the stall takes that long

    GeneratorRun run = GeneratorRun.against(server, plan, folder);

    assertThat(run.requests())
        .extracting(
            request -> request.ended().getEnding(),
            request -> request.ended().getReason(),
            request -> request.chunkTimes().size())
        .containsExactly(
            tuple(Ending.TRANSPORT_ERROR, "closed_before_answer", 0),
            tuple(Ending.HTTP_ERROR, "http_503", 0),
            tuple(Ending.TRUNCATED, "body_cut", 5),
            tuple(Ending.TRUNCATED, "no_finish", 5),
            tuple(Ending.STREAM_ERROR, "stream_error_500", 5),
            tuple(Ending.PROTOCOL_ERROR, "malformed_json", 12),
            tuple(Ending.PROTOCOL_ERROR, "malformed_json", 0),
            tuple(Ending.TIMEOUT, "request_timeout", 5),
            tuple(Ending.PROTOCOL_ERROR, "line_too_long", 5),
            tuple(Ending.OK, null, 12));
    LedgerEntry totals = run.report().lanes().get(0).totals();
    assertThat(totals.getProtocolError()).isEqualTo(3);
    assertThat(totals.getTruncated()).isEqualTo(2);
  }

  @Test
  void concurrencyRampOpensSlotsEvenly() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .concurrency(4)
            .concurrencyRampNanos(TimeUnit.MILLISECONDS.toNanos(600))
            .durationNanos(TimeUnit.MILLISECONDS.toNanos(1_500));

    GeneratorRun run =
        GeneratorRun.against(aServer().timeToFirstToken("60s"), plan.graceNanos(0), folder);

    assertThat(run.truth().lines()).hasSize(4);
    assertThat(run.requests())
        .hasSize(4)
        .allSatisfy(
            request ->
                assertThat(request.planned().getHandedAtNs())
                    .isGreaterThanOrEqualTo(request.planned().getScheduledAtNs()));
    List<Long> opened =
        run.requests().stream()
            .map(request -> request.planned().getScheduledAtNs())
            .sorted()
            .toList();
    for (int slot = 1; slot < 4; slot++) {
      assertThat((opened.get(slot) - opened.get(0)) / 1e6)
          .as("ms until slot " + slot + " opened")
          .isCloseTo(slot * 200, within(0.1));
    }
  }

  @Test
  void plannedCancellationFollowsTheRequestAfterItsDelay() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .concurrency(2)
            .requestCount(6)
            .cancellation(new CancellationPlan(1, TimeUnit.MILLISECONDS.toNanos(100)));

    GeneratorRun run = GeneratorRun.against(aServer().timeToFirstToken("60s"), plan, folder);

    assertThat(run.truth().lines())
        .hasSize(6)
        .allSatisfy(line -> assertThat(line.get("outcome").asText()).isEqualTo("client_closed"))
        .allSatisfy(line -> assertThat(line.get("request_complete_ns").asLong()).isPositive());
    for (DecodedRequest request : run.requests()) {
      assertThat(request.ended().getEnding()).isEqualTo(Ending.CANCELLED);
      assertThat(request.ended().getReason()).isEqualTo("planned_cancellation");
      assertThat(request.ended().getCancelledAtNs() - request.transport().getWrittenAtNs())
          .isBetween(TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.MILLISECONDS.toNanos(400));
    }
  }

  @Test
  void cancellationWithoutDelayStillSendsTheWholeRequest() throws Exception {
    RunPlanBuilder plan =
        aPlan().concurrency(2).requestCount(20).cancellation(new CancellationPlan(1, 0));

    GeneratorRun run = GeneratorRun.against(aServer().timeToFirstToken("60s"), plan, folder);

    assertThat(run.truth().lines())
        .hasSize(20)
        .allSatisfy(line -> assertThat(line.get("request_complete_ns").asLong()).isPositive())
        .allSatisfy(line -> assertThat(line.get("outcome").asText()).isEqualTo("client_closed"));
    assertThat(run.report().lanes().get(0).totals().getCancelled()).isEqualTo(20);
  }

  @Test
  void responseBeforeItsCancellationSucceeds() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .concurrency(2)
            .requestCount(6)
            .cancellation(new CancellationPlan(1, TimeUnit.SECONDS.toNanos(20)));

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.report().lanes().get(0).totals().getOk()).isEqualTo(6);
  }

  @Test
  void sameRequestsAreCancelledForAnyNumberOfGenerators() throws Exception {
    RunPlanBuilder plan =
        aPlan().requestRate(200).requestCount(40).cancellation(new CancellationPlan(0.4, 0));
    MockServerOptions.Builder slow = aServer().timeToFirstToken("60s");

    // Long enough that the plan cancels the last requests, rather than the end of the run.
    plan.graceNanos(TimeUnit.SECONDS.toNanos(1));
    Set<Long> alone = cancelledOf(GeneratorRun.against(slow, plan, folder));
    Set<Long> together = cancelledOf(GeneratorRun.against(slow, plan, folder, 0, 2));
    together.addAll(cancelledOf(GeneratorRun.against(slow, plan, folder, 1, 2)));

    assertThat(together).isEqualTo(alone).hasSizeBetween(8, 24);
  }

  @Test
  void uniquePromptsAreGeneratedDuringTheLoad() throws Exception {
    RunPlanBuilder plan = aPlan().concurrency(4).requestCount(200).uniquePrompts(true);

    GeneratorRun run =
        GeneratorRun.against(aServer().timeToFirstToken("1ms").outputTokens("2"), plan, folder);

    assertThat(run.requests()).hasSize(200);
    assertThat(run.requests())
        .extracting(request -> request.planned().getPromptHash())
        .doesNotHaveDuplicates();
    assertThat(run.report().lanes().get(0).totals().getOk()).isEqualTo(200);
  }

  private static Set<Long> cancelledOf(GeneratorRun run) {
    Set<Long> planIndices = new HashSet<>();
    for (DecodedRequest request : run.requests()) {
      if ("planned_cancellation".equals(request.ended().getReason())) {
        planIndices.add(request.planned().getPlanIndex());
      }
    }
    return planIndices;
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("5ms")
        .interTokenLatency("1ms")
        .outputTokens("12");
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .streaming(true)
        .tokenizer("builtin")
        .inputTokens(20, 0)
        .outputTokens(12, 0)
        .entries(8)
        .sliceNanos(TimeUnit.SECONDS.toNanos(1))
        .rehearsalRequests(50);
  }
}
