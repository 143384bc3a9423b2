package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.record.SharePosition;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedEntries;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.junit.jupiter.api.Test;

/** Where a restarted generator continues. Requests are planned every 10 ms. */
class ShareContinuationTest {
  private static final long MS = 1_000_000;
  private static final long START = 5_000 * MS;
  private static final PlanShare SECOND_OF_TWO = new PlanShare(1, 2, 0);

  @Test
  void requestsThatWereDueDuringTheAbsenceAreSkippedAndCounted() {
    RunPlan plan = openLoop().build();
    ShareContinuation rest =
        openLoop(plan, SECOND_OF_TWO, Optional.of(new SharePosition(10, 10)), 0);

    // Due before 401 ms: 40 requests, 20 of this share.
    rest.skipBefore(301 * MS);
    rest.skipBefore(401 * MS);

    assertThat(rest.missed().stallSkipped()).isEqualTo(10);
    assertThat(rest.missed().total()).isEqualTo(10);
    RequestScheduler scheduler = rest.scheduler();
    scheduler.begin(START);
    assertThat(scheduler.skipped()).isEqualTo(new SharePosition(20, 20));
    assertThat(scheduler.nextPlanIndex()).isEqualTo(41);
    assertThat(scheduler.nextSessionNumber()).as("the plan index of its prompt").isEqualTo(41);
    assertThat(rest.sessions().nextLong()).isEqualTo(41);
    assertThat(scheduler.nextDueNanos()).isEqualTo(START + 420 * MS);
    assertThat(scheduler.unsent(START + 441 * MS)).as("none that were skipped").isEqualTo(2);
  }

  @Test
  void nothingIsSentTwiceIfTheLostGeneratorWasAheadOfItsPlan() {
    ShareContinuation rest =
        openLoop(openLoop().build(), SECOND_OF_TWO, Optional.of(new SharePosition(30, 30)), 0);

    rest.skipBefore(401 * MS);

    assertThat(rest.missed().total()).isZero();
    assertThat(rest.scheduler().nextPlanIndex()).isEqualTo(61);
  }

  @Test
  void withoutACountOnlyRequestsSinceTheRestartAreKnownNotToBeIssued() {
    ShareContinuation rest =
        openLoop(openLoop().build(), SECOND_OF_TWO, Optional.empty(), 301 * MS);

    rest.skipBefore(401 * MS);

    assertThat(rest.missed().total()).isEqualTo(5);
    assertThat(rest.scheduler().nextPlanIndex()).isEqualTo(41);
  }

  @Test
  void sessionsOfSeveralTurnsAreOnlySkippedIfTheyHaveStarted() {
    RunPlan plan = openLoop().sessions(new SessionPlan(3, 0, 0, 0, 1)).build();
    ShareContinuation rest =
        openLoop(plan, SECOND_OF_TWO, Optional.of(new SharePosition(10, 4)), 0);

    rest.skipBefore(401 * MS);

    assertThat(rest.missed().total()).isEqualTo(10);
    assertThat(rest.scheduler().nextPlanIndex()).isEqualTo(41);
    assertThat(rest.scheduler().nextSessionNumber()).isEqualTo(9);
    assertThat(rest.sessions().nextLong()).isEqualTo(9);
  }

  @Test
  void aClosedLoopContinuesItsCountWithoutMissingARequest() {
    RunPlan plan = RunPlanBuilder.plan("run").model("m").concurrency(4).requestCount(100).build();
    PlanShare share = new PlanShare(1, 2, 4);
    ShareContinuation rest =
        new ShareContinuation(
            new ClosedLoopScheduler(plan, LoadPhase.PROFILING, share),
            PlannedEntries.sessions(plan, LoadPhase.PROFILING, share),
            Optional.of(new SharePosition(10, 10)),
            0);

    rest.skipBefore(60_000 * MS);
    rest.scheduler().notBefore(START + 60_000 * MS);
    rest.scheduler().begin(START);

    assertThat(rest.missed().total()).isZero();
    assertThat(rest.scheduler().nextPlanIndex()).isEqualTo(21);
    assertThat(rest.sessions().nextLong()).isEqualTo(21);
    assertThat(rest.scheduler().nextDueNanos())
        .as("its slots were not free during the absence")
        .isEqualTo(START + 60_000 * MS);
  }

  @Test
  void onlyRequestsWithPlannedTimesContinueWithoutACount() {
    RunPlan closedLoop =
        RunPlanBuilder.plan("run").model("m").concurrency(4).requestCount(100).build();
    RunPlan sessions = openLoop().sessions(new SessionPlan(3, 0, 0, 0, 1)).build();

    assertThat(LoadGenerator.obstacleToContinue(openLoop().build(), false)).isEmpty();
    assertThat(LoadGenerator.obstacleToContinue(closedLoop, true)).isEmpty();
    assertThat(LoadGenerator.obstacleToContinue(sessions, true)).isEmpty();
    assertThat(LoadGenerator.obstacleToContinue(closedLoop, false))
        .hasValueSatisfying(why -> assertThat(why).contains("not known"));
    assertThat(LoadGenerator.obstacleToContinue(sessions, false)).isPresent();
  }

  private static RunPlanBuilder openLoop() {
    return RunPlanBuilder.plan("run")
        .model("m")
        .requestRate(100)
        .arrivalPattern(ArrivalPattern.CONSTANT)
        .requestCount(1_000);
  }

  private static ShareContinuation openLoop(
      RunPlan plan, PlanShare share, Optional<SharePosition> used, long absentFromNanos) {
    PrimitiveIterator.OfLong sessions = PlannedEntries.sessions(plan, LoadPhase.PROFILING, share);
    return new ShareContinuation(
        new OpenLoopScheduler(plan, LoadPhase.PROFILING, share, EntryTimes.NONE),
        sessions,
        used,
        absentFromNanos);
  }
}
