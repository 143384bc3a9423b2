package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.plan.load.UserPlan;
import io.longhaul.load.schedule.UserSchedule;
import io.longhaul.schema.RequestId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** AIPerf's user-centric rate, without a clock or network: three users, four turns per second. */
class UserCentricSchedulerTest {
  private static final long MS = 1_000_000;
  private static final long START = 5_000 * MS;
  private static final int USERS = 3;
  private static final UserPlan PLAN = new UserPlan(USERS, 4);

  @Test
  void turnsComeAtTheRateWhileUsersReplaceOneAnother() {
    UserCentricScheduler scheduler = schedulerOf(aPlan().requestCount(9));

    List<String> sent = sendAll(scheduler, 3, 10);

    // Slot 0 starts with 3 turns, slot 1 has 2 left, slot 2 has 1.
    assertThat(sent)
        .containsExactly(
            "0 ms: turn 0 of session 0",
            "250 ms: turn 0 of session 1",
            "500 ms: turn 0 of session 2",
            "750 ms: turn 1 of session 0",
            "1000 ms: turn 1 of session 1",
            "1250 ms: turn 0 of session 5",
            "1500 ms: turn 2 of session 0",
            "1750 ms: turn 0 of session 4",
            "2000 ms: turn 1 of session 5");
    assertThat(scheduler.hasNext()).isFalse();
  }

  @Test
  void shortSessionBringsTheNextUserForwardAndTheRateIsUnchanged() {
    UserCentricScheduler scheduler = schedulerOf(aPlan().requestCount(6));

    assertThat(sendAll(scheduler, 1, 10))
        .containsExactly(
            "0 ms: turn 0 of session 0",
            "250 ms: turn 0 of session 1",
            "500 ms: turn 0 of session 2",
            "750 ms: turn 0 of session 3",
            "1000 ms: turn 0 of session 4",
            "1250 ms: turn 0 of session 5");
  }

  @Test
  void turnThatWaitsForAResponseDelaysNoOtherTurn() {
    UserCentricScheduler scheduler = schedulerOf(aPlan());
    Session first = begin(scheduler, 3);
    response(scheduler, begin(scheduler, 3), 1, 300);
    begin(scheduler, 3);

    assertThat(scheduler.nextDueNanos()).as("not turn 1 of session 0").isEqualTo(at(1_000));
    assertThat(scheduler.unsent(at(760))).isEqualTo(1);
    response(scheduler, first, 1, 900);
    assertThat(scheduler.sessionToContinue()).isSameAs(first);
    assertThat(scheduler.nextDueNanos()).isEqualTo(at(900));
    assertThat(scheduler.nextScheduledNanos()).isEqualTo(at(750));
    assertThat(scheduler.nextPlanIndex()).isEqualTo(3);
    scheduler.requestSent(first);
    response(scheduler, first, 2, 910);
    assertThat(scheduler.unsent(at(990))).isZero();
    assertThat(scheduler.nextDueNanos()).isEqualTo(at(1_000));
  }

  @Test
  void durationEndsBeforeTheTurnThatIsDueAtItsEnd() {
    assertThat(sendAll(schedulerOf(aPlan().durationNanos(1_000 * MS)), 3, 10))
        .containsExactly(
            "0 ms: turn 0 of session 0",
            "250 ms: turn 0 of session 1",
            "500 ms: turn 0 of session 2",
            "750 ms: turn 1 of session 0");
  }

  @Test
  void sessionCountEndsWithTheLastTurnOfTheLastSession() {
    UserCentricScheduler scheduler = schedulerOf(aPlan().sessionCount(4));

    assertThat(sendAll(scheduler, 3, 10))
        .containsExactly(
            "0 ms: turn 0 of session 0",
            "250 ms: turn 0 of session 1",
            "500 ms: turn 0 of session 2",
            "750 ms: turn 1 of session 0",
            "1000 ms: turn 1 of session 1",
            "1500 ms: turn 2 of session 0",
            "2250 ms: turn 0 of session 3",
            "3000 ms: turn 1 of session 3",
            "3750 ms: turn 2 of session 3");
  }

  @Test
  void severalSharesTogetherSendTheSameRequests() {
    RunPlanBuilder plan = aPlan().requestCount(40);

    Set<String> together = new HashSet<>();
    for (int carrier = 0; carrier < 2; carrier++) {
      List<String> its = sendAll(schedulerOf(plan, new PlanShare(carrier, 2, USERS)), 3, 10);
      assertThat(together).doesNotContainAnyElementsOf(its);
      together.addAll(its);
    }

    assertThat(together).hasSize(40).isEqualTo(Set.copyOf(sendAll(schedulerOf(plan), 3, 10)));
  }

  @Test
  void delayedSessionKeepsThePlannedTimesThatAreNotOverdue() {
    UserCentricScheduler scheduler = schedulerOf(aPlan().concurrency(1));
    Session first = begin(scheduler, 2);
    assertThat(scheduler.nextDueNanos()).as("the only slot is in use").isEqualTo(Long.MAX_VALUE);
    assertThat(scheduler.unsent(at(600))).isEqualTo(2);
    response(scheduler, first, 1, 30);
    scheduler.requestSent(first);
    scheduler.sessionEnded(at(800));

    assertThat(scheduler.nextScheduledNanos()).isEqualTo(at(250));
    assertThat(scheduler.nextDueNanos()).isEqualTo(at(800));
    Session second = begin(scheduler, 3);
    response(scheduler, second, 1, 810);
    assertThat(scheduler.sessionToContinue()).isSameAs(second);
    assertThat(scheduler.nextScheduledNanos()).as("not overdue").isEqualTo(at(1_000));
  }

  @Test
  void longDelayMakesTheSecondTurnDueImmediatelyAndShiftsTheOthers() {
    UserCentricScheduler scheduler = schedulerOf(aPlan().concurrency(1));
    Session first = begin(scheduler, 1);
    scheduler.sessionEnded(at(10));
    Session second = begin(scheduler, 1);
    scheduler.sessionEnded(at(260));
    Session third = begin(scheduler, 1);
    scheduler.sessionEnded(at(2_000));
    assertThat(List.of(first.number(), second.number(), third.number()))
        .containsExactly(0L, 1L, 2L);

    Session late = begin(scheduler, 3);
    assertThat(late.number()).isEqualTo(3);
    response(scheduler, late, 1, 2_010);
    assertThat(scheduler.nextScheduledNanos()).isEqualTo(at(2_000));
    assertThat(scheduler.nextDueNanos()).isEqualTo(at(2_010));
    assertThat(scheduler.nextPlanIndex()).isEqualTo(6);
    scheduler.requestSent(late);
    response(scheduler, late, 2, 2_020);
    assertThat(scheduler.nextScheduledNanos()).isEqualTo(at(2_750));
    assertThat(scheduler.unsent(at(2_760)))
        .as("of ten turns, one of this user, and two of each waiting user")
        .isEqualTo(5);
  }

  @Test
  void sessionThatTheRequestCountEndsFreesItsSlot() {
    UserCentricScheduler scheduler = schedulerOf(aPlan().concurrency(1).requestCount(3));
    Session first = begin(scheduler, 3);

    response(scheduler, first, 1, 20);

    assertThat(scheduler.nextDueNanos()).isEqualTo(at(250));
    response(scheduler, begin(scheduler, 2), 1, 270);
    begin(scheduler, 1);
    assertThat(scheduler.hasNext()).isFalse();
  }

  /**
   * Sends until no turns are left, with this number of turns per session and this duration of
   * responses.
   */
  private static List<String> sendAll(
      UserCentricScheduler scheduler, int turns, long responseMillis) {
    List<String> sent = new ArrayList<>();
    while (scheduler.hasNext()) {
      long due = scheduler.nextDueNanos();
      assertThat(scheduler.nextScheduledNanos()).isEqualTo(due);
      Session session = scheduler.sessionToContinue();
      if (session == null) {
        session = next(scheduler, turns);
      }
      sent.add(
          (due - START) / MS
              + " ms: turn "
              + session.request().turn()
              + " of session "
              + session.number());
      scheduler.requestSent(session);
      if (!session.isAtLastTurn()) {
        response(
            scheduler, session, session.request().turn() + 1, (due - START) / MS + responseMillis);
      }
    }
    return sent;
  }

  private static Session begin(UserCentricScheduler scheduler, int turns) {
    Session session = next(scheduler, turns);
    scheduler.requestSent(session);
    return session;
  }

  private static Session next(UserCentricScheduler scheduler, int turns) {
    Conversation conversation =
        new Conversation("s", Collections.nCopies(turns, new Turn(prompt(), 0)));
    RequestFactory.PreparedRequest ready =
        new RequestFactory.PreparedRequest(conversation, 0, 1, 7, new byte[1]);
    long number = scheduler.nextSessionNumber();
    return new Session(number, ready.upTo(scheduler.maxTurns()), RequestId.of(0, 1, number));
  }

  private static void response(
      UserCentricScheduler scheduler, Session session, int nextTurn, long endedAtMillis) {
    session.ended(at(endedAtMillis));
    session.setRequest(
        new RequestFactory.PreparedRequest(
            session.request().conversation(), nextTurn, 3, 8, new byte[3]));
    scheduler.turnReady(session);
  }

  private static UserCentricScheduler schedulerOf(RunPlanBuilder plan) {
    return schedulerOf(plan, new PlanShare(0, 1, USERS));
  }

  private static UserCentricScheduler schedulerOf(RunPlanBuilder plan, PlanShare share) {
    UserCentricScheduler scheduler =
        new UserCentricScheduler(
            plan.build(), LoadPhase.PROFILING, share, new UserSchedule(PLAN, 3));
    scheduler.begin(START);
    return scheduler;
  }

  private static long at(long millis) {
    return START + millis * MS;
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("m")
        .sessions(new SessionPlan(3, 0, 0, 0, 1))
        .users(PLAN);
  }

  private static Prompt prompt() {
    return TestPrompts.ofText("Hello", "m", 1);
  }
}
