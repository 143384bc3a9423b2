package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.publish.FileEventPublisher;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.record.LaneEvent;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneStarted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A generator that continues the share of a lost one, against the mock server. */
class ContinuedShareTest {
  private static final long MS = 1_000_000;
  private static final int PLANNED = 1_000;
  private static final SharePosition USED = new SharePosition(30, 30);

  @TempDir Path folder;

  @Test
  void theRestIsSentAtItsPlannedTimesAndWhatWasMissedIsReported() throws Exception {
    Path events = folder.resolve("events");
    Path counts = folder.resolve("g0" + IssuedCounts.SUFFIX);
    AnchoredRunClock clock = new AnchoredRunClock();
    long runStart;
    long joins;
    GeneratorReport report;
    try (MockServer server =
            MockServer.start(
                MockServerOptions.builder().timeToFirstToken("1ms").outputTokens("1").build());
        FileEventPublisher publisher = new FileEventPublisher(events);
        IssuedCounts issued = IssuedCounts.in(counts, 2)) {
      RunPlan plan =
          RunPlanBuilder.plan("run")
              .model("m")
              .url("http://127.0.0.1:" + server.llmPort())
              .streaming(true)
              .tokenizer("builtin")
              .inputTokens(20, 0)
              .outputTokens(12, 0)
              .entries(8)
              .requestRate(100)
              .arrivalPattern(ArrivalPattern.CONSTANT)
              .requestCount(PLANNED)
              .build();
      try (Tokenizer tokenizer =
              Tokenizers.ofThisProcess().load(plan.tokenizer(), false).tokenizer();
          LoadGenerator load =
              new LoadGenerator(
                  new GeneratorSetup(
                      plan,
                      0,
                      1,
                      clock.epochNanos() / MS,
                      "timing",
                      4,
                      clock,
                      PromptSources.of(plan, tokenizer),
                      tokenizer,
                      TargetConnections.clients(plan, Map.of(), clock),
                      publisher,
                      issued::lane,
                      ExchangeStores.NONE,
                      Map.of()))) {
        load.prepare();
        runStart = clock.epochNanos() - TimeUnit.SECONDS.toNanos(1);
        load.prepareToContinue(runStart, Optional.of(Map.of(0, USED)));
        joins = clock.epochNanos() + 300 * MS;
        report = load.continueFrom(runStart, joins).get(90, TimeUnit.SECONDS);
        assertThat(publisher.flush(Duration.ofSeconds(10))).isTrue();
      }
    }

    assertThat(USED.requests() + report.notIssued() + report.issued()).isEqualTo(PLANNED);
    assertThat(report.notIssued()).isPositive();
    List<LaneEvent> lane =
        GeneratorRun.recordsIn(events).stream()
            .map(entry -> LaneEvent.decode(entry.key(), entry.value()))
            .toList();
    LaneStarted started = (LaneStarted) lane.get(0).event();
    assertThat(started.getCountsFromEpochNs()).isEqualTo(joins);
    assertThat(((Heartbeat) lane.get(1).event()).getNotIssued().getStallSkipped())
        .as("before the first request, so that a crash does not lose it")
        .isEqualTo(report.notIssued());
    List<DecodedRequest> requests = DecodedRequest.of(lane);
    assertThat(requests)
        .extracting(request -> request.planned().getPlanIndex())
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(USED.requests() + report.notIssued(), PLANNED).boxed().toList());
    assertThat(requests)
        .allSatisfy(
            request ->
                assertThat(
                        started.getAnchorEpochNs()
                            + request.planned().getScheduledAtNs()
                            - runStart)
                    .isEqualTo((request.planned().getPlanIndex() + 1) * 10 * MS));
    assertThat(requests)
        .allSatisfy(
            request ->
                assertThat(started.getAnchorEpochNs() + request.planned().getScheduledAtNs())
                    .isGreaterThanOrEqualTo(joins));
    assertThat(IssuedCounts.positions(counts, "g0").orElseThrow())
        .as("where the next one continues")
        .containsOnly(Map.entry(0, new SharePosition(PLANNED, PLANNED)));
  }
}
