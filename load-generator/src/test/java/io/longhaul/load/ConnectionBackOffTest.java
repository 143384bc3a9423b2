package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.schema.RequestId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A closed loop of eight slots and a server that refuses connections. */
class ConnectionBackOffTest {
  private static final long MS = 1_000_000;
  private static final long START = 5_000 * MS;
  private static final int SLOTS = 8;

  @Test
  void pauseDoublesUpToOneSecondAndIsShortenedByAtMostOneHalf() {
    BackedOffLoop scheduler = aPace(1);
    long now = START;
    takeAll(scheduler);

    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      refuse(scheduler, now);
      pauses.add(scheduler.nextDueNanos() - now);
      now = scheduler.nextDueNanos();
      take(scheduler);
    }

    long longest = 10 * MS;
    for (long pause : pauses) {
      assertThat(pause).isBetween(longest / 2, longest);
      longest = Math.min(2 * longest, 1_000 * MS);
    }
    assertThat(pauses.get(11)).isGreaterThanOrEqualTo(500 * MS);
  }

  @Test
  void pausesDependOnTheSeedAndDifferByLane() {
    assertThat(firstPauses(aPace(1))).isEqualTo(firstPauses(aPace(1)));
    assertThat(firstPauses(aPace(1))).isNotEqualTo(firstPauses(aPace(2)));
  }

  @Test
  void whileTheLaneBacksOffOneRequestProbesAndTheOthersWait() {
    BackedOffLoop scheduler = aPace(1);
    takeAll(scheduler);
    for (int slot = 0; slot < SLOTS; slot++) {
      refuse(scheduler, START + slot);
    }
    long pause = scheduler.nextDueNanos();

    assertThat(pause)
        .as("eight simultaneous refusals count as one")
        .isLessThanOrEqualTo(START + 10 * MS);
    assertThat(scheduler.nextScheduledNanos()).isEqualTo(pause);
    take(scheduler);
    assertThat(scheduler.nextDueNanos()).isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
  }

  @Test
  void firstConnectionReleasesAllSlots() {
    BackedOffLoop scheduler = aPace(1);
    takeAll(scheduler);
    for (int slot = 0; slot < SLOTS; slot++) {
      refuse(scheduler, START + slot);
    }
    take(scheduler);

    assertThat(scheduler.connected(START + 30 * MS)).isTrue();

    assertThat(scheduler.nextDueNanos()).isLessThanOrEqualTo(START + SLOTS);
    assertThat(scheduler.connected(START + 31 * MS)).isFalse();
    refuse(scheduler, START + 40 * MS);
    assertThat(scheduler.nextDueNanos()).as("from 10 ms").isLessThanOrEqualTo(START + 50 * MS);
  }

  @Test
  void backOffTimeRunsFromTheRefusalToTheConnection() {
    BackedOffLoop scheduler = aPace(1);
    takeAll(scheduler);
    assertThat(scheduler.backedOffNanos(START)).isZero();
    refuse(scheduler, START);
    assertThat(scheduler.backedOffNanos(START + 5 * MS)).isEqualTo(5 * MS);
    scheduler.connected(START + 30 * MS);
    refuse(scheduler, START + 100 * MS);
    assertThat(scheduler.backedOffNanos(START + 110 * MS)).isEqualTo(40 * MS);
  }

  @Test
  void closedLoopTriesOnlyAFewTimesIfConnectionsAreRefused(@TempDir Path folder) throws Exception {
    RunPlanBuilder plan = aPlan().concurrency(16).durationNanos(3_000 * MS);

    GeneratorReport report = GeneratorRun.at("http://127.0.0.1:" + aFreePort(), plan, folder);

    // All slots simultaneously, then one request after pauses of 10, 20, 40 … ms or half of that.
    assertThat(report.issued()).isBetween(16L + 5, 16L + 25);
  }

  @Test
  void openLoopFollowsItsPlanIfConnectionsAreRefused(@TempDir Path folder) throws Exception {
    RunPlanBuilder plan =
        aPlan().requestRate(100).arrivalPattern(ArrivalPattern.CONSTANT).durationNanos(2_000 * MS);

    GeneratorReport report = GeneratorRun.at("http://127.0.0.1:" + aFreePort(), plan, folder);

    assertThat((double) report.issued()).isCloseTo(200, within(3.0));
  }

  private static int aFreePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<Long> firstPauses(BackedOffLoop scheduler) {
    takeAll(scheduler);
    List<Long> pauses = new ArrayList<>();
    for (long second = 0; second < 3; second++) {
      long now = START + second * 1_000 * MS;
      refuse(scheduler, now);
      pauses.add(scheduler.nextDueNanos() - now);
      take(scheduler);
    }
    return pauses;
  }

  /** A closed loop and its back-off, combined as a sender combines them. */
  private record BackedOffLoop(ClosedLoopScheduler loop, ConnectionBackOff backOff) {
    long nextDueNanos() {
      return backOff.dueNanos(loop.nextDueNanos());
    }

    long nextScheduledNanos() {
      return backOff.scheduledNanos(loop.nextScheduledNanos());
    }

    void requestSent(Session session) {
      loop.requestSent(session);
      backOff.requestSent();
    }

    boolean connected(long atNanos) {
      return backOff.connected(atNanos);
    }

    long backedOffNanos(long nowNanos) {
      return backOff.backedOffNanos(nowNanos);
    }
  }

  private static BackedOffLoop aPace(long seed) {
    RunPlan plan = aPlan().seed(seed).concurrency(SLOTS).requestCount(1_000).build();
    PlanShare share = PlanShare.ofGenerator(0, 1, plan.load().profiling());
    ClosedLoopScheduler loop = new ClosedLoopScheduler(plan, LoadPhase.PROFILING, share);
    loop.begin(START);
    return new BackedOffLoop(loop, new ConnectionBackOff(plan, LoadPhase.PROFILING, share));
  }

  private static void takeAll(BackedOffLoop scheduler) {
    for (int slot = 0; slot < SLOTS; slot++) {
      take(scheduler);
    }
  }

  private static void take(BackedOffLoop scheduler) {
    assertThat(scheduler.nextDueNanos()).isNotEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    scheduler.requestSent(aSession(scheduler.loop().nextSessionNumber()));
  }

  private static void refuse(BackedOffLoop scheduler, long atNanos) {
    scheduler.loop().sessionEnded(atNanos);
    scheduler.backOff().connectionRefused(atNanos);
  }

  private static Session aSession(long number) {
    Conversation conversation = new Conversation("s", List.of(new Turn(aPrompt(), 0)));
    RequestFactory.PreparedRequest ready =
        new RequestFactory.PreparedRequest(conversation, 0, 1, 7, new byte[1]);
    return new Session(number, ready, RequestId.of(0, 1, number));
  }

  private static Prompt aPrompt() {
    return TestPrompts.ofText("Hello", "m", 1);
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("mock-model")
        .tokenizer("builtin")
        .inputTokens(20, 0)
        .rehearsalRequests(20);
  }
}
