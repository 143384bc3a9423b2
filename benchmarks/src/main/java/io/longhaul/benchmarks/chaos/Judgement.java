package io.longhaul.benchmarks.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.benchmarks.chaos.RunFacts.SentRequest;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunGenerator;
import io.longhaul.export.RunRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides whether a run kept its promises, given the faults that took effect. A loss is accepted if
 * the run has declared it and a fault explains it. Not thread-safe.
 */
final class Judgement {
  private static final int SHOWN_IDS = 3;
  private static final int DONE = 0;
  private static final int DATA_INCOMPLETE = 5;

  /** These begin a request ID; they contain the 16 bits of its generator. */
  private static final int GENERATOR_CHARACTERS = 4;

  private static final String COORDINATOR_PREFIX = "c";
  private static final String SAMPLER_PREFIX = "s";

  private final RunFacts facts;
  private final List<PlannedFault> effective;
  private final Map<LogPosition, FaultKind> planted;
  private final List<String> findings = new ArrayList<>();

  private Judgement(
      RunFacts facts, List<PlannedFault> effective, Map<LogPosition, FaultKind> planted) {
    this.facts = facts;
    this.effective = effective;
    this.planted = planted;
  }

  /**
   * Judges a run.
   *
   * @param injected the faults and whether they took effect
   * @param planted records that faults wrote into the log
   * @return a sentence for each broken promise; empty if there is none
   */
  static List<String> findings(
      RunFacts facts, List<InjectedFault> injected, Map<LogPosition, FaultKind> planted) {
    List<PlannedFault> effective =
        injected.stream().filter(InjectedFault::tookEffect).map(InjectedFault::fault).toList();
    Judgement judgement = new Judgement(facts, effective, planted);
    judgement.judge();
    return List.copyOf(judgement.findings);
  }

  private void judge() {
    judgeRequests();
    judgeRejected();
    facts
        .replay()
        .forEach(
            (dataset, difference) ->
                find("I7: the replay differs in " + dataset + ": " + difference));
    facts.stackTraces().forEach(name -> find("The " + name + " printed a stack trace"));
    if (facts.summary().isEmpty()) {
      find("I12: the run has no summary");
    } else {
      judgeFinished(facts.summary().get());
    }
  }

  private void find(String sentence) {
    findings.add(sentence);
  }

  private boolean took(FaultKind kind) {
    return effective.stream().anyMatch(fault -> fault.kind() == kind);
  }

  /**
   * Returns whether a standby may have replaced the coordinator, between which samples are missing.
   */
  private boolean mayLoseSamples() {
    return effective.stream().anyMatch(fault -> fault.kind().mayReplaceCoordinator());
  }

  /** Names with which the generators that may be lost were started. */
  private Set<String> losable() {
    Set<String> names = new HashSet<>();
    for (PlannedFault fault : effective) {
      if (fault.kind().losesGenerator()) {
        names.add("generator-" + fault.index());
      }
    }
    return names;
  }

  private void judgeRequests() {
    Map<String, Integer> rows = new HashMap<>();
    facts.requests().forEach(request -> rows.merge(request.id(), 1, Integer::sum));
    List<String> repeated =
        rows.keySet().stream().filter(id -> rows.getOrDefault(id, 0) > 1).sorted().toList();
    findIds("I1: requests have several rows", repeated);
    findIds(
        "I1: requests have rows but were never received", without(rows.keySet(), facts.received()));
    Set<String> known = new HashSet<>(rows.keySet());
    known.addAll(facts.lateIds());
    List<String> missing = without(facts.received(), known);
    int replaced = count(FaultKind.CORRUPT_EVENT);
    if (losable().isEmpty() && missing.size() > replaced) {
      findIds("I1: received requests have no row", missing);
    } else if (!losable().isEmpty()) {
      judgeMissing(missing, replaced);
    }
  }

  /** Requests may only be missing from generators that were lost. */
  private void judgeMissing(List<String> missing, int replaced) {
    if (facts.summary().isEmpty()) {
      return;
    }
    Map<String, String> names = names(facts.summary().get());
    Map<String, String> nameByPrefix = new HashMap<>();
    for (SentRequest request : facts.requests()) {
      nameByPrefix.put(prefix(request.id()), names.getOrDefault(request.generator(), ""));
    }
    List<String> unexplained =
        missing.stream()
            .filter(
                id -> {
                  String name = nameByPrefix.get(prefix(id));
                  return name != null && !losable().contains(name);
                })
            .toList();
    if (unexplained.size() > replaced) {
      findIds("I1: received requests of generators that were not lost have no row", unexplained);
    }
  }

  /** Returns the names with which the generators were started, by their names in the run. */
  private static Map<String, String> names(RunRow run) {
    Map<String, String> names = new HashMap<>();
    for (RunGenerator generator : run.getGenerators()) {
      names.put(generator.getProcessId(), generator.getName());
    }
    return names;
  }

  private static String prefix(String id) {
    return id.substring(0, Math.min(GENERATOR_CHARACTERS, id.length()));
  }

  private int count(FaultKind kind) {
    return (int) effective.stream().filter(fault -> fault.kind() == kind).count();
  }

  private static List<String> without(Set<String> ids, Set<String> others) {
    TreeSet<String> rest = new TreeSet<>(ids);
    rest.removeAll(others);
    return List.copyOf(rest);
  }

  private void findIds(String what, List<String> ids) {
    if (!ids.isEmpty()) {
      find(what + " (" + ids.size() + "): " + ids.stream().limit(SHOWN_IDS).toList());
    }
  }

  private void judgeRejected() {
    Set<LogPosition> unreported = new HashSet<>();
    planted.forEach(
        (position, kind) -> {
          if (kind == FaultKind.PLANT_GARBAGE && !facts.rejected().containsKey(position)) {
            unreported.add(position);
          }
        });
    findPositions("I8: planted records are not rejected", unreported);
    Set<LogPosition> unplanted = new HashSet<>();
    facts
        .rejected()
        .forEach(
            (position, lane) -> {
              if (!planted.containsKey(position) && !mayBeLateRecordOfCoordinator(lane)) {
                unplanted.add(position);
              }
            });
    // The successor of a lost generator sends its events even after the run.
    if (losable().isEmpty()) {
      findPositions("I8: records are rejected that were not planted", unplanted);
    }
  }

  /**
   * Returns whether a replaced coordinator may have sent a record of this lane after the standby
   * had closed the run: a suspended process sends what it has buffered when it goes on.
   */
  private boolean mayBeLateRecordOfCoordinator(String lane) {
    return mayLoseSamples()
        && (lane.startsWith(COORDINATOR_PREFIX) || lane.startsWith(SAMPLER_PREFIX));
  }

  private void findPositions(String what, Set<LogPosition> positions) {
    if (!positions.isEmpty()) {
      List<LogPosition> shown =
          positions.stream()
              .sorted(
                  Comparator.comparing(LogPosition::partition).thenComparing(LogPosition::offset))
              .limit(SHOWN_IDS)
              .toList();
      find(what + " (" + positions.size() + "): " + shown);
    }
  }

  private void judgeFinished(RunRow run) {
    boolean mayLose = !losable().isEmpty() || took(FaultKind.CORRUPT_EVENT) || mayLoseSamples();
    int exit = run.getStatus().equals("complete") ? DONE : DATA_INCOMPLETE;
    if (facts.coordinatorExit().orElse(exit) != exit) {
      find(
          "I12: the coordinator exited with %d after a run with status %s"
              .formatted(facts.coordinatorExit().get(), run.getStatus()));
    }
    if (!mayLose && !run.getStatus().equals("complete")) {
      find("The run is incomplete, and no fault explains it: " + run.getIncompleteBecause());
    }
    facts
        .verifyText()
        .lines()
        .filter(line -> line.startsWith("WRONG"))
        .forEach(line -> find("verify: " + line));
    int expected = facts.verifyText().lines().anyMatch(line -> line.startsWith("lost")) ? 5 : 0;
    if (facts.verifyExit() != expected) {
      find("verify exited with %d instead of %d".formatted(facts.verifyExit(), expected));
    }
    if (!mayLose && facts.verifyExit() != DONE) {
      find("verify reports a loss that no fault explains");
    }
    judgeLanes(run);
    judgeAccounting();
  }

  private void judgeLanes(RunRow run) {
    Map<String, String> names = names(run);
    long lostEvents = 0;
    for (LaneEnd lane : run.getLanes()) {
      boolean isSampler = lane.getProcessId().startsWith(SAMPLER_PREFIX);
      boolean losable =
          isSampler
              ? mayLoseSamples()
              : losable().contains(names.getOrDefault(lane.getProcessId(), ""));
      if (lane.getEnd().equals("lost") && !losable) {
        find(
            "Lane %s of %s was lost, and no fault explains it: %s"
                .formatted(
                    lane.getLaneId(),
                    isSampler ? "the sampler" : names.get(lane.getProcessId()),
                    lane.getReason()));
      }
      if (lane.getDroppedDeclared() > 0) {
        find("Lane %s dropped %d events".formatted(lane.getLaneId(), lane.getDroppedDeclared()));
      }
      if (!losable) {
        lostEvents += lane.getLostEvents();
      }
    }
    if (lostEvents > count(FaultKind.CORRUPT_EVENT)) {
      find("I3: %d events are lost, and no fault explains it".formatted(lostEvents));
    }
  }

  /** The server's count lies within the bounds that the run reports. */
  private void judgeAccounting() {
    if (facts.accounting().isEmpty()) {
      find("longhaul.json has no accounting");
      return;
    }
    JsonNode accounting = facts.accounting().get();
    long issued = accounting.path("issued").asLong();
    boolean exact = accounting.path("exact").booleanValue();
    // Without a planned number, there is no upper bound for the requests of a lost generator.
    long most = exact ? issued : accounting.path("issued_at_most").asLong(Long.MAX_VALUE);
    // A request that waits for its connection when its generator is killed counts as issued and is
    // lost, but the server does not receive it.
    long unsent = losable().isEmpty() ? 0 : accounting.path("lost").asLong();
    long received = facts.received().size();
    if (received < issued - unsent || received > most) {
      find(
          "I2: the server received %d requests; the run reports %d%s issued"
              .formatted(received, issued, exact ? "" : " or more"));
    }
    if (!exact && losable().isEmpty()) {
      find("I2: the number of issued requests is not exact, although no generator was lost");
    }
  }
}
