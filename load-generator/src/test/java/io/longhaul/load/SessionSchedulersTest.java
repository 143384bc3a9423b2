package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.dataset.Conversation;
import io.longhaul.load.dataset.Prompt;
import io.longhaul.load.dataset.Turn;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.plan.ArrivalPattern;
import io.longhaul.load.plan.FileType;
import io.longhaul.load.plan.LoadPhase;
import io.longhaul.load.plan.PlanShare;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.SessionPlan;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.schema.RequestId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which turn goes next, and when, without a clock or a network. Times are milliseconds. */
class SessionSchedulersTest {
  private static final long MS = 1_000_000;
  private static final long START = 5_000 * MS;

  private static final Turn BEGINS = new Turn(prompt(), 0);
  private static final Turn GOES_ON = new Turn(prompt(), 30 * MS);
  private static final Conversation TWO_TURNS = new Conversation("s", List.of(BEGINS, GOES_ON));

  @Test
  void aTurnThatIsDueTakesTheNextArrivalAndOtherwiseASessionBegins() {
    RequestScheduler pace = openLoop(aPlan().requestRate(100).requestCount(9));

    Session first = begin(pace, 10);
    goOn(pace, first, 12);
    begin(pace, 20);
    begin(pace, 30);
    begin(pace, 40);
    assertGoesOn(pace, first, 50);
    begin(pace, 60);
  }

  @Test
  void anArrivalThatFindsNoSlotIsTakenByTheFirstTurnThatIsDue() {
    RequestScheduler pace = openLoop(aPlan().requestRate(100).requestCount(9).concurrency(1));

    Session only = begin(pace, 10);
    assertThat(pace.nextDueNanos()).isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    goOn(pace, only, 15);
    assertThat(pace.nextDueNanos()).isEqualTo(at(45));
    assertThat(pace.unsent(at(42))).as("arrivals at 20, 30, 40").isEqualTo(3);
    assertGoesOn(pace, only, 45);

    pace.slotFreed(at(50));
    assertThat(pace.nextScheduledNanos()).as("the late one keeps its time").isEqualTo(at(30));
    assertThat(pace.nextGoesOn()).isNull();
  }

  @Test
  void onceAllSessionsHaveBegunTheirTurnsAreSentWhenTheyAreDue() {
    RequestScheduler pace = openLoop(aPlan().requestRate(100).requestCount(9).sessionCount(2));

    Session first = begin(pace, 10);
    Session second = begin(pace, 20);
    goOn(pace, second, 25);
    goOn(pace, first, 60);
    assertThat(pace.hasNext()).isTrue();
    assertGoesOn(pace, second, 55);
    pace.slotFreed(at(57));
    assertThat(pace.unsent(at(80))).as("arrivals without anything to send").isZero();
    assertGoesOn(pace, first, 90);
    pace.slotFreed(at(92));
    assertThat(pace.hasNext()).isFalse();
  }

  @Test
  void inAClosedLoopASessionKeepsItsSlotUntilItsLastTurnHasEnded() {
    RequestScheduler pace = closedLoop(aPlan().concurrency(2).sessionCount(3));

    Session first = begin(pace, 0);
    Session second = begin(pace, 0);
    assertThat(pace.nextDueNanos()).isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    goOn(pace, second, 10);
    goOn(pace, first, 20);
    assertGoesOn(pace, second, 40);
    pace.slotFreed(at(45));
    Session third = begin(pace, 45);
    assertGoesOn(pace, first, 50);
    pace.slotFreed(at(52));
    assertThat(pace.hasNext()).as("while one is under way").isTrue();
    goOn(pace, third, 60);
    assertGoesOn(pace, third, 90);
    pace.slotFreed(at(95));
    assertThat(pace.hasNext()).isFalse();
  }

  @Test
  void aRequestCountIsOneOfTurns() {
    RequestScheduler pace = closedLoop(aPlan().concurrency(1).requestCount(3));

    Session first = begin(pace, 0);
    goOn(pace, first, 10);
    assertGoesOn(pace, first, 40);
    pace.slotFreed(at(41));
    Session second = begin(pace, 41);
    goOn(pace, second, 50);
    assertThat(pace.hasNext()).isFalse();
  }

  @Test
  void onAScheduleSessionsBeginAndTurnsFollowAtTheirRecordedTimes() {
    RunPlan plan =
        aPlan().inputFile("t").fileType(FileType.MOONCAKE_TRACE).fixedSchedule(true).build();
    RequestScheduler pace = new FixedTimeScheduler(plan, LoadPhase.PROFILING, shareOf(plan), timesOf(0, 40, 90));
    pace.begin(START);

    Session first = begin(pace, 0);
    goOn(pace, first, 5, new Turn(prompt(), 30 * MS, 60 * MS));
    Session second = begin(pace, 40);
    goOn(pace, second, 50, GOES_ON);
    assertGoesOn(pace, first, 60);
    assertGoesOn(pace, second, 80);
    pace.slotFreed(at(85));
    pace.slotFreed(at(86));
    Session third = begin(pace, 90);
    assertThat(pace.nextPlanIndex()).as("two began, two went on, one began").isEqualTo(5);
    goOn(pace, third, 120, new Turn(prompt(), 0, 100 * MS));
    assertThat(pace.unsent(at(130))).isZero();
    assertGoesOn(pace, third, 120);
    assertThat(pace.hasNext()).as("while it is under way").isTrue();
    pace.slotFreed(at(130));
    assertThat(pace.hasNext()).isFalse();
  }

  @Test
  void aSessionThatFindsNoSlotBeginsLateAndKeepsItsTime() {
    RunPlan plan =
        aPlan()
            .inputFile("t")
            .fileType(FileType.MOONCAKE_TRACE)
            .fixedSchedule(true)
            .concurrency(1)
            .requestCount(3)
            .build();
    RequestScheduler pace = new FixedTimeScheduler(plan, LoadPhase.PROFILING, shareOf(plan), timesOf(0, 10, 20));
    pace.begin(START);

    Session first = begin(pace, 0);
    assertThat(pace.nextDueNanos()).isEqualTo(RequestScheduler.WHEN_A_SLOT_IS_FREE);
    assertThat(pace.unsent(at(15))).isEqualTo(1);
    goOn(pace, first, 15, GOES_ON);
    assertGoesOn(pace, first, 45);
    pace.slotFreed(at(50));
    assertThat(pace.nextScheduledNanos()).isEqualTo(at(10));
    assertThat(pace.nextSession()).isEqualTo(1);
    pace.taken(first);
    pace.slotFreed(at(60));
    assertThat(pace.hasNext()).as("three requests were sent").isFalse();
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

  private static Session begin(RequestScheduler pace, long atMillis) {
    assertThat(pace.nextGoesOn()).isNull();
    assertThat(pace.nextDueNanos()).isEqualTo(at(atMillis));
    assertThat(pace.nextScheduledNanos()).isEqualTo(at(atMillis));
    long number = pace.nextSession();
    RequestFactory.Ready ready = new RequestFactory.Ready(TWO_TURNS, 0, 1, 7, new byte[1]);
    Session session = new Session(number, ready, RequestId.of(0, 1, number));
    pace.taken(session);
    return session;
  }

  /** Its turn has ended, and the next one is made. */
  private static void goOn(RequestScheduler pace, Session session, long endedAtMillis) {
    goOn(pace, session, endedAtMillis, GOES_ON);
  }

  private static void goOn(RequestScheduler pace, Session session, long endedAtMillis, Turn turn) {
    session.ended(at(endedAtMillis));
    Conversation conversation = new Conversation("s", List.of(BEGINS, turn));
    session.goesOnWith(new RequestFactory.Ready(conversation, 1, 3, 8, new byte[3]));
    pace.goesOn(session);
  }

  private static void assertGoesOn(RequestScheduler pace, Session session, long atMillis) {
    assertThat(pace.nextGoesOn()).isSameAs(session);
    assertThat(pace.nextDueNanos()).isEqualTo(at(atMillis));
    assertThat(pace.nextScheduledNanos()).isEqualTo(at(atMillis));
    pace.taken(session);
  }

  private static RequestScheduler openLoop(RunPlanBuilder builder) {
    RunPlan plan = builder.arrivalPattern(ArrivalPattern.CONSTANT).build();
    RequestScheduler pace = new OpenLoopScheduler(plan, LoadPhase.PROFILING, shareOf(plan), EntryTimes.NONE);
    pace.begin(START);
    return pace;
  }

  private static RequestScheduler closedLoop(RunPlanBuilder builder) {
    RunPlan plan = builder.build();
    RequestScheduler pace = new ClosedLoopScheduler(plan, LoadPhase.PROFILING, shareOf(plan));
    pace.begin(START);
    return pace;
  }

  private static PlanShare shareOf(RunPlan plan) {
    return PlanShare.ofGenerator(0, 1, plan.load().profiling());
  }

  private static long at(long millis) {
    return START + millis * MS;
  }

  private static RunPlanBuilder aPlan() {
    return RunPlan.builder("run-1").model("m").sessions(new SessionPlan(2, 0, 30, 0, 1));
  }

  private static Prompt prompt() {
    return new Prompt(0, List.of("Hello"), null, "m", ExtraInputs.NONE, 1, null, null, 7);
  }
}
