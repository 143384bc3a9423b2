package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.ClockTold;
import io.longhaul.wire.control.GeneratorPresent;
import io.longhaul.wire.control.GeneratorStarted;
import io.longhaul.wire.control.ProcessEnded;
import io.longhaul.wire.control.ProcessName;
import io.longhaul.wire.control.ProcessReady;
import io.longhaul.wire.control.ProcessReleased;
import io.longhaul.wire.control.WarmupEnded;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The generators of one run, as they tell of themselves on the control topic. Until the run has
 * begun, a newer process takes the place of an older one of the same name, and anybody takes the
 * place of one that has not been heard for a while. Repeated and late messages change nothing. For
 * one thread.
 *
 * @see RunCoordinator
 */
final class GeneratorRegistry {
  /** A generator repeats itself once a second while the run gathers: this one is gone. */
  static final Duration ABSENT_AFTER = Duration.ofSeconds(15);

  /** This one can be expected to read the start in time. */
  static final Duration RECENT = Duration.ofSeconds(4);

  static final Duration MAX_CLOCK_OFFSET = Duration.ofSeconds(30);
  static final Duration WARNING_CLOCK_OFFSET = Duration.ofSeconds(1);

  private final String runId;
  private final int wanted;
  private final LongSupplier nanoTime;
  private final LongSupplier epochNanos;
  private final Consumer<String> warnings;
  private final Map<String, Generator> byProcess = new LinkedHashMap<>();
  private final Map<ProcessName, String> refused = new HashMap<>();
  private final Deque<Integer> freeShares = new ArrayDeque<>();
  private final List<String> problemsAtTheEnd = new ArrayList<>();
  private boolean sharesAssigned;
  private boolean closed;

  /**
   * An empty roll.
   *
   * @param wanted how many generators the run asks for
   * @param nanoTime as {@link System#nanoTime}
   * @param epochNanos the clock with which generators' clocks are compared
   * @param warnings takes a sentence about each generator that is refused or is late
   */
  GeneratorRegistry(
      String runId,
      int wanted,
      LongSupplier nanoTime,
      LongSupplier epochNanos,
      Consumer<String> warnings) {
    this.runId = runId;
    this.wanted = wanted;
    this.nanoTime = nanoTime;
    this.epochNanos = epochNanos;
    this.warnings = warnings;
  }

  /**
   * Takes in a message; what concerns another run is ignored.
   *
   * @return the answer to a process of which nothing more is expected
   */
  Optional<ProcessReleased> handle(SpecificRecordBase message) {
    if (!runId.equals(message.get("run_id").toString())) {
      return Optional.empty();
    }
    if (message instanceof GeneratorPresent present) {
      return register(present);
    } else if (message instanceof ProcessReady ready) {
      return expected(
          ready.getProcessId(),
          ready.getIncarnationEpochMs(),
          generator -> generator.ready(ready.getLanes(), ready.getProblems()));
    } else if (message instanceof WarmupEnded ended) {
      return expected(ended.getProcessId(), ended.getIncarnationEpochMs(), Generator::endWarmup);
    } else if (message instanceof GeneratorStarted started) {
      return expected(
          started.getProcessId(),
          started.getIncarnationEpochMs(),
          generator -> start(generator, started.getLateNs()));
    } else if (message instanceof ClockTold answer) {
      return expected(
          answer.getProcessId(),
          answer.getIncarnationEpochMs(),
          generator -> measure(generator, answer));
    } else if (message instanceof ProcessEnded ended) {
      return Optional.of(end(ended));
    }
    return Optional.empty();
  }

  private Optional<ProcessReleased> register(GeneratorPresent present) {
    ProcessName name = new ProcessName(present.getProcessId(), present.getIncarnationEpochMs());
    Generator known = byProcess.get(present.getProcessId());
    if (known != null && known.name().equals(name)) {
      known.messageReceived(nanoTime.getAsLong());
      known.present(present.getShareIndex());
      return Optional.empty();
    }
    if (refused.containsKey(name) || isReplaced(name) || closed) {
      return Optional.of(unexpected(name));
    }
    if (!ControlProtocol.supports(present.getProtocolVersion())) {
      return Optional.of(refuse(present, name));
    }
    Generator newcomer = new Generator(present, nanoTime.getAsLong());
    if (known != null) {
      replace(known, newcomer);
    } else if (byProcess.size() < wanted) {
      add(newcomer);
    } else {
      Optional<Generator> absent = byProcess.values().stream().filter(this::isAbsent).findFirst();
      if (absent.isEmpty()) {
        return Optional.of(unexpected(name));
      }
      replace(absent.get(), newcomer);
    }
    return Optional.empty();
  }

  private ProcessReleased refuse(GeneratorPresent present, ProcessName name) {
    refuse(
        Generator.description(present),
        name,
        "it speaks version %d of the control protocol%s, and the coordinator %s (start all processes from the same release)"
            .formatted(
                present.getProtocolVersion(),
                present.getToolVersion().isEmpty() ? "" : " (" + present.getToolVersion() + ")",
                ControlProtocol.supported()));
    return unexpected(name);
  }

  private void refuse(String description, ProcessName name, String reason) {
    refused.put(name, reason);
    warnings.accept("generator " + description + " was refused: " + reason);
  }

  private void add(Generator newcomer) {
    byProcess.put(newcomer.processId(), newcomer);
    if (sharesAssigned) {
      newcomer.assign(freeShares.remove());
    }
  }

  private void replace(Generator former, Generator newcomer) {
    remove(former);
    add(newcomer);
  }

  private void remove(Generator former) {
    byProcess.remove(former.processId());
    if (sharesAssigned) {
      freeShares.add(former.share());
    }
  }

  private Optional<ProcessReleased> expected(
      String processId, long incarnation, Consumer<Generator> then) {
    Optional<Generator> generator = of(processId).filter(known -> known.is(processId, incarnation));
    if (generator.isEmpty()) {
      return Optional.of(unexpected(new ProcessName(processId, incarnation)));
    }
    generator.get().messageReceived(nanoTime.getAsLong());
    then.accept(generator.get());
    return Optional.empty();
  }

  private ProcessReleased unexpected(ProcessName name) {
    if (refused.containsKey(name)) {
      return released(name, ReleaseReason.REFUSED, refused.get(name));
    }
    if (isReplaced(name)) {
      return released(
          name,
          ReleaseReason.REFUSED,
          "a process named %s that was started later has taken its place (give each generator a --name of its own)"
              .formatted(name.getProcessId()));
    }
    if (closed) {
      return released(
          name,
          ReleaseReason.NOT_NEEDED,
          "the run has begun, and a generator that comes later, or comes back, cannot join it");
    }
    return released(
        name,
        ReleaseReason.NOT_NEEDED,
        wanted == 1
            ? "the run has the one generator that it asked for"
            : "the run has all " + wanted + " generators that it asked for");
  }

  private boolean isReplaced(ProcessName name) {
    Generator known = byProcess.get(name.getProcessId());
    return known != null && known.incarnationEpochMillis() > name.getIncarnationEpochMs();
  }

  private ProcessReleased released(ProcessName name, ReleaseReason answer, String reason) {
    return ProcessReleased.newBuilder()
        .setRunId(runId)
        .setProcessId(name.getProcessId())
        .setIncarnationEpochMs(name.getIncarnationEpochMs())
        .setAnswer(answer.word())
        .setReason(reason)
        .build();
  }

  private void start(Generator generator, long lateNanos) {
    if (!generator.hasStarted() && lateNanos > 0) {
      warnings.accept(
          "generator %s began %.1f s late: the start reached it only then, and what was planned for that time is sent late"
              .formatted(generator.description(), lateNanos / 1e9));
    }
    generator.start();
  }

  private void measure(Generator generator, ClockTold answer) {
    generator.measured(ClockOffset.of(answer, epochNanos.getAsLong()));
    ClockOffset clock = generator.clock();
    if (!closed && generator.isClockKnown() && isTooLarge(clock)) {
      remove(generator);
      refuse(
          generator.description(),
          generator.name(),
          "its clock is %s; less than %d s is needed (set the clocks of both machines, with NTP or chrony)"
              .formatted(clock, MAX_CLOCK_OFFSET.toSeconds()));
    }
  }

  /** Warns of each clock whose offset moves requests to other slices. */
  void warnOfClocks() {
    byProcess.values().stream()
        .filter(generator -> generator.clock().distanceNanos() >= WARNING_CLOCK_OFFSET.toNanos())
        .forEach(
            generator ->
                warnings.accept(
                    "the clock of generator %s is %s: its requests count in slices that are off by that much, while durations are right"
                        .formatted(generator.description(), generator.clock())));
  }

  /** How far the fastest clock is ahead of the coordinator's; 0 when none is. */
  long fastestClockNanos() {
    return byProcess.values().stream()
        .mapToLong(generator -> generator.clock().offsetNanos())
        .filter(offset -> offset >= WARNING_CLOCK_OFFSET.toNanos())
        .max()
        .orElse(0);
  }

  private static boolean isTooLarge(ClockOffset clock) {
    return clock.distanceNanos() >= MAX_CLOCK_OFFSET.toNanos();
  }

  private ProcessReleased end(ProcessEnded ended) {
    ProcessName name = new ProcessName(ended.getProcessId(), ended.getIncarnationEpochMs());
    of(ended.getProcessId())
        .filter(generator -> generator.name().equals(name) && !generator.hasReportedEnd())
        .ifPresent(
            generator -> {
              generator.reportEnd();
              problemsAtTheEnd.addAll(ended.getProblems());
            });
    return released(name, ReleaseReason.ENDED, "");
  }

  /** Shares go by name, so that embedded generators g0, g1 … get theirs. */
  void assignShares() {
    List<Generator> byName =
        byProcess.values().stream().sorted(Comparator.comparing(Generator::processId)).toList();
    for (int share = 0; share < byName.size(); share++) {
      byName.get(share).assign(share);
    }
    sharesAssigned = true;
  }

  /** From now on nobody joins, and nobody takes the place of another. */
  void closeToNewcomers() {
    closed = true;
  }

  Collection<Generator> all() {
    return byProcess.values();
  }

  List<ProcessName> names() {
    return byProcess.values().stream().map(Generator::name).toList();
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

  /** How many more generators the run looks for. */
  int missing() {
    return closed
        ? 0
        : wanted - (int) byProcess.values().stream().filter(this::isResponsive).count();
  }

  private boolean isResponsive(Generator generator) {
    return !isAbsent(generator);
  }

  private boolean isAbsent(Generator generator) {
    return !sentMessageWithin(generator, ABSENT_AFTER);
  }

  private boolean sentMessageWithin(Generator generator, Duration time) {
    return nanoTime.getAsLong() - generator.lastMessageNanos() <= time.toNanos();
  }

  /** Whether all are here and their clocks are known. */
  boolean isComplete() {
    return missing() == 0 && byProcess.values().stream().allMatch(Generator::isClockKnown);
  }

  /** Whether all have prepared their shares, and were heard in the last seconds. */
  boolean isReady() {
    return byProcess.size() == wanted && byProcess.values().stream().allMatch(this::isReady);
  }

  private boolean isReady(Generator generator) {
    return generator.isReady() && sentMessageWithin(generator, RECENT);
  }

  /** Who has not prepared its share, or was not heard in the last seconds. */
  List<String> notReady() {
    return byProcess.values().stream()
        .filter(generator -> !isReady(generator))
        .map(Generator::description)
        .toList();
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

  boolean haveStarted() {
    return byProcess.values().stream().allMatch(Generator::hasStarted);
  }

  boolean isOver() {
    return byProcess.values().stream().allMatch(Generator::isOver);
  }

  /** What generators said went wrong, when they ended. */
  List<String> problemsAtTheEnd() {
    return List.copyOf(problemsAtTheEnd);
  }
}
