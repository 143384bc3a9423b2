package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.WarmupEnded;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The generators of one run, as they tell of themselves on the control topic. For one thread.
 *
 * @see RunCoordinator
 */
final class GeneratorRoll {
  private final String runId;
  private final int wanted;
  private final Map<String, Generator> byProcess = new LinkedHashMap<>();
  private final List<String> problemsAtTheEnd = new ArrayList<>();

  GeneratorRoll(String runId, int wanted) {
    this.runId = runId;
    this.wanted = wanted;
  }

  /**
   * Takes in a message; what concerns another run, or a process that is not on the roll, is not
   * heard.
   */
  void hear(SpecificRecordBase message) {
    if (!runId.equals(message.get("run_id").toString())) {
      return;
    }
    if (message instanceof GeneratorPresent present) {
      register(present);
    } else if (message instanceof ProcessReady ready) {
      of(ready.getProcessId())
          .ifPresent(generator -> generator.ready(ready.getLanes(), ready.getProblems()));
    } else if (message instanceof WarmupEnded ended) {
      of(ended.getProcessId()).ifPresent(Generator::endWarmup);
    } else if (message instanceof ProcessEnded ended) {
      of(ended.getProcessId()).ifPresent(Generator::end);
      problemsAtTheEnd.addAll(ended.getProblems());
    }
  }

  /** Who comes when all are there is not needed. */
  private void register(GeneratorPresent present) {
    if (byProcess.size() < wanted) {
      byProcess.putIfAbsent(
          present.getProcessId(),
          new Generator(
              present.getProcessId(), present.getIncarnationEpochMs(), present.getHostname()));
    }
  }

  /** Shares go by name, so that embedded generators g0, g1 … get theirs. */
  void assignShares() {
    List<Generator> byName =
        byProcess.values().stream().sorted(Comparator.comparing(Generator::processId)).toList();
    for (int share = 0; share < byName.size(); share++) {
      byName.get(share).assign(share);
    }
  }

  Collection<Generator> all() {
    return byProcess.values();
  }

  Optional<Generator> of(String processId) {
    return Optional.ofNullable(byProcess.get(processId));
  }

  /** By its name in the run. */
  Optional<Generator> named(String nameInRun) {
    return byProcess.values().stream()
        .filter(generator -> generator.nameInRun().equals(nameInRun))
        .findFirst();
  }

  boolean isComplete() {
    return byProcess.size() == wanted;
  }

  boolean isReady() {
    return byProcess.values().stream().allMatch(Generator::isReady);
  }

  /** Why generators cannot take part; empty when all can. */
  List<String> problems() {
    return byProcess.values().stream()
        .flatMap(generator -> generator.problems().stream())
        .distinct()
        .toList();
  }

  boolean hasEndedWarmup() {
    return byProcess.values().stream().allMatch(Generator::hasEndedWarmup);
  }

  boolean isOver() {
    return byProcess.values().stream().allMatch(Generator::isOver);
  }

  /** What generators said went wrong, when they ended. */
  List<String> problemsAtTheEnd() {
    return List.copyOf(problemsAtTheEnd);
  }
}
