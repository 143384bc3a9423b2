package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.schema.RequestId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order and times of turns, without a clock or network. Times are in milliseconds. */
class SessionSchedulersTest {
  private static final long MS = 1_000_000;
  private static final long START = 5_000 * MS;

  private static final Turn BEGINS = new Turn(prompt(), 0);
  private static final Turn GOES_ON = new Turn(prompt(), 30 * MS);
  private static final Conversation TWO_TURNS = new Conversation("s", List.of(BEGINS, GOES_ON));

  @Test
  void arrivalSendsADueTurnOrElseStartsASession() {
    RequestScheduler scheduler = openLoop(aPlan().requestRate(100).requestCount(9));

    Session first = begin(scheduler, 10);
    turnPrepared(scheduler, first, 12);
    begin(scheduler, 20);
    begin(scheduler, 30);
    begin(scheduler, 40);
    assertContinues(scheduler, first, 50);
    begin(scheduler, 60);
  }

  @Test
  void arrivalWithoutAFreeSlotSendsTheFirstDueTurn() {
    RequestScheduler scheduler = openLoop(aPlan().requestRate(100).requestCount(9).concurrency(1));

    Session only = begin(scheduler, 10);
    assertThat(scheduler.nextDueNanos()).isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    turnPrepared(scheduler, only, 15);
    assertThat(scheduler.nextDueNanos()).isEqualTo(at(45));
    assertThat(scheduler.unsent(at(42))).as("arrivals at 20, 30, 40").isEqualTo(3);
    assertContinues(scheduler, only, 45);

    scheduler.sessionEnded(at(50));
    assertThat(scheduler.nextScheduledNanos())
        .as("the late request keeps its planned time")
        .isEqualTo(at(30));
    assertThat(scheduler.sessionToContinue()).isNull();
  }

  @Test
  void turnsAreSentWhenDueOnceAllSessionsHaveStarted() {
    RequestScheduler scheduler = openLoop(aPlan().requestRate(100).requestCount(9).sessionCount(2));

    Session first = begin(scheduler, 10);
    Session second = begin(scheduler, 20);
    turnPrepared(scheduler, second, 25);
    turnPrepared(scheduler, first, 60);
    assertThat(scheduler.hasNext()).isTrue();
    assertContinues(scheduler, second, 55);
    scheduler.sessionEnded(at(57));
    assertThat(scheduler.unsent(at(80))).as("arrivals without a request").isZero();
    assertContinues(scheduler, first, 90);
    scheduler.sessionEnded(at(92));
    assertThat(scheduler.hasNext()).isFalse();
  }

  @Test
  void inAClosedLoopASessionOccupiesItsSlotUntilItsLastTurnHasEnded() {
    RequestScheduler scheduler = closedLoop(aPlan().concurrency(2).sessionCount(3));

    Session first = begin(scheduler, 0);
    Session second = begin(scheduler, 0);
    assertThat(scheduler.nextDueNanos()).isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    turnPrepared(scheduler, second, 10);
    turnPrepared(scheduler, first, 20);
    assertContinues(scheduler, second, 40);
    scheduler.sessionEnded(at(45));
    Session third = begin(scheduler, 45);
    assertContinues(scheduler, first, 50);
    scheduler.sessionEnded(at(52));
    assertThat(scheduler.hasNext()).as("while one session is active").isTrue();
    turnPrepared(scheduler, third, 60);
    assertContinues(scheduler, third, 90);
    scheduler.sessionEnded(at(95));
    assertThat(scheduler.hasNext()).isFalse();
  }

  @Test
  void requestCountCountsTurns() {
    RequestScheduler scheduler = closedLoop(aPlan().concurrency(1).requestCount(3));

    Session first = begin(scheduler, 0);
    turnPrepared(scheduler, first, 10);
    assertContinues(scheduler, first, 40);
    scheduler.sessionEnded(at(41));
    Session second = begin(scheduler, 41);
    turnPrepared(scheduler, second, 50);
    assertThat(scheduler.hasNext()).isFalse();
  }

  @Test
  void fixedScheduleSendsSessionsAndTurnsAtTheirRecordedTimes() {
    RunPlan plan =
        aPlan().inputFile("t").fileType(FileType.MOONCAKE_TRACE).fixedSchedule(true).build();
    RequestScheduler scheduler =
        new FixedTimeScheduler(plan, LoadPhase.PROFILING, shareOf(plan), timesOf(0, 40, 90));
    scheduler.begin(START);

    Session first = begin(scheduler, 0);
    turnPrepared(scheduler, first, 5, new Turn(prompt(), 30 * MS, 60 * MS));
    Session second = begin(scheduler, 40);
    turnPrepared(scheduler, second, 50, GOES_ON);
    assertContinues(scheduler, first, 60);
    assertContinues(scheduler, second, 80);
    scheduler.sessionEnded(at(85));
    scheduler.sessionEnded(at(86));
    Session third = begin(scheduler, 90);
    assertThat(scheduler.nextPlanIndex())
        .as("two sessions started, two continued, one started")
        .isEqualTo(5);
    turnPrepared(scheduler, third, 120, new Turn(prompt(), 0, 100 * MS));
    assertThat(scheduler.unsent(at(130))).isZero();
    assertContinues(scheduler, third, 120);
    assertThat(scheduler.hasNext()).as("while the session is active").isTrue();
    scheduler.sessionEnded(at(130));
    assertThat(scheduler.hasNext()).isFalse();
  }

  @Test
  void sessionWithoutAFreeSlotStartsLateAndKeepsItsPlannedTime() {
    RunPlan plan =
        aPlan()
            .inputFile("t")
            .fileType(FileType.MOONCAKE_TRACE)
            .fixedSchedule(true)
            .concurrency(1)
            .requestCount(3)
            .build();
    RequestScheduler scheduler =
        new FixedTimeScheduler(plan, LoadPhase.PROFILING, shareOf(plan), timesOf(0, 10, 20));
    scheduler.begin(START);

    Session first = begin(scheduler, 0);
    assertThat(scheduler.nextDueNanos()).isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    assertThat(scheduler.unsent(at(15))).isEqualTo(1);
    turnPrepared(scheduler, first, 15, GOES_ON);
    assertContinues(scheduler, first, 45);
    scheduler.sessionEnded(at(50));
    assertThat(scheduler.nextScheduledNanos()).isEqualTo(at(10));
    assertThat(scheduler.nextSessionNumber()).isEqualTo(1);
    scheduler.requestSent(first);
    scheduler.sessionEnded(at(60));
    assertThat(scheduler.hasNext()).as("three requests were sent").isFalse();
  }

  private static EntryTimes timesOf(long... millis) {
    return new EntryTimes() {
      @Override
      public int entries() {
        return millis.length;
      }

      @Override
      public long dueNanos(int entry) {
        return millis[entry] * MS;
      }
    };
  }

  private static Session begin(RequestScheduler scheduler, long atMillis) {
    assertThat(scheduler.sessionToContinue()).isNull();
    assertThat(scheduler.nextDueNanos()).isEqualTo(at(atMillis));
    assertThat(scheduler.nextScheduledNanos()).isEqualTo(at(atMillis));
    long number = scheduler.nextSessionNumber();
    RequestFactory.PreparedRequest ready =
        new RequestFactory.PreparedRequest(TWO_TURNS, 0, 1, 7, new byte[1]);
    Session session = new Session(number, ready, RequestId.of(0, 1, number));
    scheduler.requestSent(session);
    return session;
  }

  /** Ends a turn; the next one is built. */
  private static void turnPrepared(
      RequestScheduler scheduler, Session session, long endedAtMillis) {
    turnPrepared(scheduler, session, endedAtMillis, GOES_ON);
  }

  private static void turnPrepared(
      RequestScheduler scheduler, Session session, long endedAtMillis, Turn turn) {
    session.ended(at(endedAtMillis));
    Conversation conversation = new Conversation("s", List.of(BEGINS, turn));
    session.setRequest(new RequestFactory.PreparedRequest(conversation, 1, 3, 8, new byte[3]));
    scheduler.turnReady(session);
  }

  private static void assertContinues(RequestScheduler scheduler, Session session, long atMillis) {
    assertThat(scheduler.sessionToContinue()).isSameAs(session);
    assertThat(scheduler.nextDueNanos()).isEqualTo(at(atMillis));
    assertThat(scheduler.nextScheduledNanos()).isEqualTo(at(atMillis));
    scheduler.requestSent(session);
  }

  private static RequestScheduler openLoop(RunPlanBuilder builder) {
    RunPlan plan = builder.arrivalPattern(ArrivalPattern.CONSTANT).build();
    RequestScheduler scheduler =
        new OpenLoopScheduler(plan, LoadPhase.PROFILING, shareOf(plan), EntryTimes.NONE);
    scheduler.begin(START);
    return scheduler;
  }

  private static RequestScheduler closedLoop(RunPlanBuilder builder) {
    RunPlan plan = builder.build();
    RequestScheduler scheduler = new ClosedLoopScheduler(plan, LoadPhase.PROFILING, shareOf(plan));
    scheduler.begin(START);
    return scheduler;
  }

  private static PlanShare shareOf(RunPlan plan) {
    return PlanShare.ofGenerator(0, 1, plan.load().profiling());
  }

  private static long at(long millis) {
    return START + millis * MS;
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1").model("m").sessions(new SessionPlan(2, 0, 30, 0, 1));
  }

  private static Prompt prompt() {
    return TestPrompts.ofText("Hello", "m", 1);
  }
}
