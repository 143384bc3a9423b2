package io.longhaul.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.longhaul.benchmarks.chaos.RunFacts.SentRequest;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunGenerator;
import io.longhaul.export.RunRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private static final InjectedFault CUT = injected(FaultKind.CUT_JOB);

  private final LogPosition position = new LogPosition(1, 17);

  @Test
  void aRunNeedsASummaryWhateverWasKilled() {
    RunFacts facts = unfinished();

    assertThat(judge(facts, injected(FaultKind.KILL_COORDINATOR)))
        .containsExactly("I12: the run has no summary");
  }

  @Test
  void aRequestWithoutARowIsFound() {
    assertThat(judge(complete(Set.of("a", "b"), List.of("a"), Map.of()), CUT))
        .containsExactly("I1: received requests have no row (1): [b]");
  }

  @Test
  void aRequestWithTwoRowsIsFound() {
    assertThat(judge(complete(Set.of("a"), List.of("a", "a"), Map.of()), CUT))
        .containsExactly("I1: requests have several rows (1): [a]");
  }

  @Test
  void aRequestThatTheServerNeverReceivedIsFound() {
    assertThat(judge(complete(Set.of("a"), List.of("a", "b"), Map.of()), CUT))
        .containsExactly("I1: requests have rows but were never received (1): [b]");
  }

  @Test
  void aPlantedRecordMustBeRejectedAndNoOtherRecord() {
    RunFacts facts = complete(Set.of(), List.of(), Map.of(new LogPosition(2, 5), "g0.lane"));

    assertThat(Judgement.findings(facts, List.of(CUT), Map.of(position, FaultKind.PLANT_GARBAGE)))
        .containsExactly(
            "I8: planted records are not rejected (1): [partition 1 offset 17]",
            "I8: records are rejected that were not planted (1): [partition 2 offset 5]");
  }

  @Test
  void aReplacedCoordinatorMaySendItsOwnRecordsAfterTheRun() {
    RunFacts own = complete(Set.of(), List.of(), Map.of(position, "c.lane"));
    RunFacts others = complete(Set.of(), List.of(), Map.of(position, "g0.lane"));

    assertThat(judge(own, injected(FaultKind.SILENCE_COORDINATOR))).isEmpty();
    assertThat(judge(own, CUT)).hasSize(1);
    assertThat(judge(others, injected(FaultKind.SILENCE_COORDINATOR))).hasSize(1);
  }

  @Test
  void requestsMayBeMissingOnlyFromGeneratorsThatWereLost() {
    RunFacts facts = complete(Set.of("0000a", "0000b"), List.of("0000a"), Map.of());

    assertThat(judge(facts, injected(FaultKind.KILL_GENERATOR, 0))).isEmpty();
    assertThat(judge(facts, injected(FaultKind.KILL_GENERATOR, 1)))
        .containsExactly(
            "I1: received requests of generators that were not lost have no row (1): [0000b]");
  }

  @Test
  void aFaultWithoutEffectExplainsNothing() {
    InjectedFault killed = injected(FaultKind.KILL_GENERATOR, 1);
    InjectedFault without = new InjectedFault(killed.fault(), false, "the run had already ended");
    RunFacts facts = finished(run("incomplete", lost("g1")), "lost   I4", 5, 2, 3);

    assertThat(judge(facts, killed)).isEmpty();
    assertThat(judge(facts, without)).isNotEmpty();
  }

  @Test
  void theLaneOfTheSamplerMayBeLostWithTheCoordinatorOnly() {
    RunFacts facts = finished(run("incomplete", lost("s0")), "lost   I4", 5, 2, 2);

    assertThat(judge(facts, injected(FaultKind.KILL_COORDINATOR))).isEmpty();
    assertThat(judge(facts, injected(FaultKind.KILL_STANDBY)))
        .contains(
            "Lane s0.lane of the sampler was lost, and no fault explains it: silent for 30 s");
  }

  @Test
  void aCompleteRunKeepsItsPromises() {
    assertThat(judge(finished(run("complete"), "ok     I1", 0, 2, 2), injected(FaultKind.CUT_JOB)))
        .isEmpty();
  }

  @Test
  void anIncompleteRunNeedsAFaultThatExplainsIt() {
    RunFacts facts = finished(run("incomplete", lost("g1")), "lost   I4", 5, 2, 3);

    assertThat(judge(facts, injected(FaultKind.KILL_GENERATOR, 1))).isEmpty();
    assertThat(judge(facts, injected(FaultKind.KILL_GENERATOR, 0)))
        .containsExactly(
            "Lane g1.lane of generator-1 was lost, and no fault explains it: silent for 30 s");
    assertThat(judge(facts, injected(FaultKind.PAUSE_GENERATOR, 1)))
        .contains(
            "The run is incomplete, and no fault explains it: [a loss]",
            "verify reports a loss that no fault explains");
  }

  @Test
  void whatVerifyCallsWrongIsNeverExplained() {
    RunFacts facts = finished(run("incomplete", lost("g1")), "WRONG  I5   something", 5, 2, 3);

    assertThat(judge(facts, injected(FaultKind.KILL_GENERATOR, 1)))
        .contains("verify: WRONG  I5   something");
  }

  @Test
  void theServerCountsAsManyRequestsAsTheRunReports() {
    InjectedFault kill = injected(FaultKind.KILL_GENERATOR, 1);
    RunRow lossy = run("incomplete", lost("g1"));

    assertThat(judge(finished(run("complete"), "", 0, 3, 3), injected(FaultKind.CUT_JOB)))
        .containsExactly("I2: the server received 2 requests; the run reports 3 issued");
    assertThat(judge(finished(lossy, "lost   I4", 5, 0, 1), kill))
        .containsExactly("I2: the server received 2 requests; the run reports 0 or more issued");
    assertThat(judge(finished(lossy, "lost   I4", 5, 0, Long.MAX_VALUE), kill)).isEmpty();
  }

  @Test
  void aLostRequestOfAKilledGeneratorMayNotHaveReachedTheServer() {
    RunRow lossy = run("incomplete", lost("g1"));
    InjectedFault kill = injected(FaultKind.KILL_GENERATOR, 1);

    assertThat(judge(finished(lossy, "lost   I4", 5, 4, 4, 2), kill)).isEmpty();
    assertThat(judge(finished(lossy, "lost   I4", 5, 5, 5, 2), kill))
        .containsExactly("I2: the server received 2 requests; the run reports 5 issued");
    assertThat(judge(finished(run("complete"), "", 0, 4, 4, 2), injected(FaultKind.CUT_JOB)))
        .containsExactly("I2: the server received 2 requests; the run reports 4 issued");
  }

  /** A run with two generators. */
  private static RunRow run(String status, LaneEnd... lanes) {
    RunRow run = new RunRow();
    run.put("status", status);
    run.put("incomplete_because", status.equals("complete") ? List.of() : List.of("a loss"));
    run.put("lanes", List.of(lanes));
    run.put("generators", List.of(generator(0), generator(1)));
    return run;
  }

  private static RunGenerator generator(int index) {
    RunGenerator generator = new RunGenerator();
    generator.put("process_id", "g" + index);
    generator.put("name", "generator-" + index);
    return generator;
  }

  private static LaneEnd lost(String generator) {
    LaneEnd lane = new LaneEnd();
    lane.put("lane_id", generator + ".lane");
    lane.put("process_id", generator);
    lane.put("end", "lost");
    lane.put("reason", "silent for 30 s");
    return lane;
  }

  /** A run with two requests that the server received and that have rows. */
  private static RunFacts finished(
      RunRow run, String verifyText, int exit, long issued, long issuedAtMost) {
    return finished(run, verifyText, exit, issued, issuedAtMost, 0);
  }

  private static RunFacts finished(
      RunRow run, String verifyText, int exit, long issued, long issuedAtMost, long lost) {
    return new RunFacts(
        Optional.of(exit),
        Set.of("0000a", "0001b"),
        List.of(new SentRequest("0000a", "g0"), new SentRequest("0001b", "g1")),
        Set.of(),
        Map.of(),
        Optional.of(run),
        Optional.of(
            JsonNodeFactory.instance
                .objectNode()
                .put("issued", issued)
                .put("exact", issued == issuedAtMost)
                .put("issued_at_most", issuedAtMost)
                .put("lost", lost)),
        exit,
        verifyText,
        Map.of(),
        List.of());
  }

  private static List<String> judge(RunFacts facts, InjectedFault fault) {
    return Judgement.findings(facts, List.of(fault), Map.of());
  }

  private static InjectedFault injected(FaultKind kind) {
    return injected(kind, 0);
  }

  private static InjectedFault injected(FaultKind kind, int index) {
    return new InjectedFault(new PlannedFault(kind, 3, 0, index), true, "");
  }

  /** A complete run in which the first generator has sent all requests. */
  private static RunFacts complete(
      Set<String> received, List<String> requests, Map<LogPosition, String> rejected) {
    return new RunFacts(
        Optional.of(0),
        received,
        requests.stream().map(id -> new SentRequest(id, "g0")).toList(),
        Set.of(),
        rejected,
        Optional.of(run("complete")),
        Optional.of(
            JsonNodeFactory.instance
                .objectNode()
                .put("issued", received.size())
                .put("exact", true)),
        0,
        "",
        Map.of(),
        List.of());
  }

  private static RunFacts unfinished() {
    return new RunFacts(
        Optional.empty(),
        Set.of(),
        List.of(),
        Set.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        5,
        "",
        Map.of(),
        List.of());
  }
}
