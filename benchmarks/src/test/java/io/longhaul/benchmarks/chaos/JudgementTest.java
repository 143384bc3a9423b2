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
  private static final String UNFINISHED =
      "WRONG  I4   datasets have the rows that the summary counts (0 datasets)\n";
  private static final InjectedFault COORDINATOR_KILLED = injected(FaultKind.KILL_COORDINATOR);

  private final LogPosition position = new LogPosition(1, 17);

  @Test
  void anUnfinishedRunIsExpectedOnlyWithoutItsCoordinator() {
    RunFacts facts = unfinished(Set.of("a"), List.of("a"), Set.of());

    assertThat(judge(facts, COORDINATOR_KILLED)).isEmpty();
    assertThat(judge(facts, injected(FaultKind.KILL_BROKER)))
        .containsExactly("I12: the run has no summary, although nothing killed its coordinator");
  }

  @Test
  void aRequestWithoutARowIsFound() {
    assertThat(judge(unfinished(Set.of("a", "b"), List.of("a"), Set.of()), COORDINATOR_KILLED))
        .containsExactly("I1: received requests have no row (1): [b]");
  }

  @Test
  void aRequestWithTwoRowsIsFound() {
    assertThat(judge(unfinished(Set.of("a"), List.of("a", "a"), Set.of()), COORDINATOR_KILLED))
        .containsExactly("I1: requests have several rows (1): [a]");
  }

  @Test
  void aRequestThatTheServerNeverReceivedIsFound() {
    assertThat(judge(unfinished(Set.of("a"), List.of("a", "b"), Set.of()), COORDINATOR_KILLED))
        .containsExactly("I1: requests have rows but were never received (1): [b]");
  }

  @Test
  void aPlantedRecordMustBeRejectedAndNoOtherRecord() {
    RunFacts facts = unfinished(Set.of(), List.of(), Set.of(new LogPosition(2, 5)));

    assertThat(
            Judgement.findings(
                facts, List.of(COORDINATOR_KILLED), Map.of(position, FaultKind.PLANT_GARBAGE)))
        .containsExactly(
            "I8: planted records are not rejected (1): [partition 1 offset 17]",
            "I8: records are rejected that were not planted (1): [partition 2 offset 5]");
  }

  @Test
  void requestsMayBeMissingOnlyFromAsManyGeneratorsAsWereLost() {
    List<InjectedFault> faults = List.of(COORDINATOR_KILLED, injected(FaultKind.KILL_GENERATOR));
    RunFacts ofOne = unfinished(Set.of("0001a", "0001b", "0002c"), List.of("0002c"), Set.of());
    RunFacts ofTwo = unfinished(Set.of("0001a", "0001b", "0002c"), List.of("0001b"), Set.of());

    assertThat(Judgement.findings(ofOne, faults, Map.of())).isEmpty();
    assertThat(Judgement.findings(ofTwo, faults, Map.of()))
        .containsExactly("I1: received requests of 2 generators have no row (2): [0001a, 0002c]");
  }

  @Test
  void aFaultWithoutEffectExplainsNothing() {
    InjectedFault without =
        new InjectedFault(COORDINATOR_KILLED.fault(), false, "the run had already ended");

    assertThat(judge(unfinished(Set.of(), List.of(), Set.of()), without)).hasSize(1);
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
    return new RunFacts(
        Optional.of(exit),
        Set.of("0000a", "0001b"),
        List.of(new SentRequest("0000a", "g0"), new SentRequest("0001b", "g1")),
        Set.of(),
        Set.of(),
        Optional.of(run),
        Optional.of(
            JsonNodeFactory.instance
                .objectNode()
                .put("issued", issued)
                .put("exact", issued == issuedAtMost)
                .put("issued_at_most", issuedAtMost)),
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

  private static RunFacts unfinished(
      Set<String> received, List<String> requests, Set<LogPosition> rejected) {
    return new RunFacts(
        Optional.empty(),
        received,
        requests.stream().map(id -> new SentRequest(id, "g0")).toList(),
        Set.of(),
        rejected,
        Optional.empty(),
        Optional.empty(),
        5,
        UNFINISHED,
        Map.of(),
        List.of());
  }
}
