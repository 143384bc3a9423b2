package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.schema.RequestId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The number of requests that wait for their first token at the same time, according to the server.
 */
@Timeout(60)
class PrefillLimitTest {
  private static final long MS = 1_000_000;

  @TempDir Path folder;

  @Test
  void requestsWaitingForTheirFirstTokenAreLimitedWhileMoreAreInFlight() throws Exception {
    RunPlanBuilder plan = aPlan().concurrency(8).prefillConcurrency(2).requestCount(24);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    List<JsonNode> seen = run.truth().lines();
    assertThat(seen).hasSize(24);
    assertThat(maxConcurrent(seen, PrefillLimitTest::firstWrite)).isEqualTo(2);
    assertThat(maxConcurrent(seen, one -> one.get("finish_ns").asLong())).isGreaterThan(2);
  }

  @Test
  void requestThatEndsWithoutATokenFreesItsSlot() throws Exception {
    RunPlanBuilder plan = aPlan().concurrency(2).prefillConcurrency(1).requestCount(9);

    GeneratorRun run = GeneratorRun.against(aServer().fault("every 2: status 503"), plan, folder);

    assertThat(run.requests()).hasSize(9);
  }

  @Test
  void inAnOpenLoopAWaitingRequestKeepsItsPlannedTime() throws Exception {
    RunPlanBuilder plan =
        aPlan()
            .requestRate(100)
            .arrivalPattern(ArrivalPattern.CONSTANT)
            .prefillConcurrency(1)
            .requestCount(8);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    List<Long> scheduled =
        run.requests().stream()
            .map(request -> request.planned().getScheduledAtNs())
            .sorted()
            .toList();
    for (int i = 1; i < scheduled.size(); i++) {
      assertThat(scheduled.get(i) - scheduled.get(i - 1)).isEqualTo(10 * MS);
    }
    assertThat(maxConcurrent(run.truth().lines(), PrefillLimitTest::firstWrite)).isEqualTo(1);
  }

  @Test
  void rampOpensSlotsInSuccession() {
    RunPlan plan =
        aPlan()
            .concurrency(5)
            .prefillConcurrency(3)
            .prefillRampNanos(100 * MS)
            .requestCount(9)
            .build();
    PlanShare share = PlanShare.ofGenerator(0, 1, plan.load().profiling());
    ClosedLoopScheduler scheduler = new ClosedLoopScheduler(plan, LoadPhase.PROFILING, share);
    PrefillLimit limit = new PrefillLimit(plan.load().profiling(), share);
    scheduler.begin(7 * MS);
    limit.begin(7 * MS);

    List<Long> due = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long dueNanos = limit.dueNanos(scheduler.nextDueNanos());
      due.add(dueNanos);
      assertThat(limit.scheduledNanos(scheduler.nextScheduledNanos()))
          .as("nothing is late")
          .isEqualTo(dueNanos);
      scheduler.requestSent(null);
      limit.requestSent(RequestId.of(0, 1, i));
    }

    assertThat(due).containsExactly(7 * MS, 57 * MS, 107 * MS);
    assertThat(limit.dueNanos(scheduler.nextDueNanos()))
        .isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    assertThat(limit.prefillEnded(RequestId.of(0, 1, 1), 130 * MS)).isTrue();
    assertThat(limit.prefillEnded(RequestId.of(0, 1, 1), 140 * MS)).isFalse();
    assertThat(limit.dueNanos(scheduler.nextDueNanos())).isEqualTo(130 * MS);
    assertThat(limit.scheduledNanos(scheduler.nextScheduledNanos())).isEqualTo(130 * MS);
  }

  /** Returns the maximum number of requests whose intervals from receipt to this time overlap. */
  private static long maxConcurrent(List<JsonNode> seen, ToLongFunction<JsonNode> until) {
    return seen.stream()
        .mapToLong(
            one -> {
              long at = one.get("received_ns").asLong();
              return seen.stream()
                  .filter(
                      other ->
                          other.get("received_ns").asLong() <= at && at < until.applyAsLong(other))
                  .count();
            })
        .max()
        .orElseThrow();
  }

  private static long firstWrite(JsonNode one) {
    return one.get("write_ns").get(0).asLong();
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("15ms")
        .interTokenLatency("5ms")
        .outputTokens("12");
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .streaming(true)
        .tokenizer("builtin")
        .inputTokens(20, 0)
        .sliceNanos(TimeUnit.SECONDS.toNanos(1))
        .rehearsalRequests(20);
  }
}
