package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlMessageKind;
import io.longhaul.control.ControlProtocol;
import io.longhaul.control.ReleaseReason;
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
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * The generators of one run, according to their messages on the control topic. Before the run
 * starts, a newer process replaces an older one of the same name, and any process can replace one
 * that has sent nothing for {@link #ABSENT_AFTER}. After the start, a process can continue the
 * share of an earlier one with its name that is gone. Repeated and late messages have no effect.
 * Not thread-safe.
 *
 * @see RunCoordinator
 */
public final class GeneratorRegistry {
  /**
   * Silence after which a generator is considered absent; while generators join, each sends a
   * message every second.
   */
  static final Duration ABSENT_AFTER = Duration.ofSeconds(15);

  /** Maximum silence of a generator that is expected to read the start in time. */
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

  /** Null while no process can continue a share. */
  private @Nullable Succession succession;

  private boolean isSuccessionOver;

  /** By process: time at which it first asked to continue a share. */
  private final Map<ProcessName, Long> askedSinceNanos = new HashMap<>();

  /** Decides which processes may continue the share of an earlier one with their name. */
  public interface Succession {
    /** Returns whether the earlier process sends no more requests. */
    boolean isGone(Generator former);

    /** Called when another process has taken the place of an earlier one. */
    void succeed(Generator former, Generator successor);
  }

  /**
   * Creates an empty registry.
   *
   * @param wanted number of generators that the run requires
   * @param nanoTime clock such as {@link System#nanoTime}
   * @param epochNanos the coordinator's clock, with which generators' clocks are compared
   * @param warnings receives a sentence about each generator that is rejected or starts late
   */
  public GeneratorRegistry(
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
   * Processes a message; ignores messages of other runs.
   *
   * @return the answer to a process that is not needed any more
   */
  Optional<ProcessReleased> handle(SpecificRecordBase message) {
    if (!runId.equals(message.get("run_id").toString())) {
      return Optional.empty();
    }
    if (message instanceof GeneratorPresent present) {
      return register(present);
    } else if (message instanceof ProcessReady ready) {
      return expected(message, generator -> generator.ready(ready.getLanes(), ready.getProblems()));
    } else if (message instanceof WarmupEnded) {
      return expected(message, Generator::endWarmup);
    } else if (message instanceof GeneratorStarted started) {
      return expected(message, generator -> start(generator, started.getLateNs()));
    } else if (message instanceof ClockTold answer) {
      return expected(message, generator -> measure(generator, answer));
    } else if (message instanceof ProcessEnded ended) {
      return Optional.of(end(ended));
    }
    return Optional.empty();
  }

  private Optional<ProcessReleased> register(GeneratorPresent present) {
    ProcessName name = ControlMessageKind.processOf(present);
    Generator known = byProcess.get(present.getProcessId());
    if (known != null && known.name().equals(name) && !refused.containsKey(name)) {
      known.messageReceived(nanoTime.getAsLong());
      known.present(present.getShareIndex());
      return Optional.empty();
    }
    if (refused.containsKey(name) || isReplaced(name) || (closed && known == null)) {
      return Optional.of(unexpected(name));
    }
    if (!ControlProtocol.supports(present.getProtocolVersion())) {
      return Optional.of(refuse(present, name));
    }
    if (closed) {
      return succeed(requireNonNull(known), present, name);
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

  /** Lets a process continue the share of an earlier one with its name that is gone. */
  private Optional<ProcessReleased> succeed(
      Generator former, GeneratorPresent present, ProcessName name) {
    long now = nanoTime.getAsLong();
    long since = requireNonNull(askedSinceNanos.computeIfAbsent(name, first -> now));
    boolean isComplete = former.isOver() && !former.isLost();
    if (!present.getContinues() || isComplete || isSuccessionOver || cannotBeContinued(former)) {
      return Optional.of(unexpected(name));
    }
    if (succession != null && succession.isGone(former)) {
      Generator successor = new Generator(present, now);
      successor.continueShare(former.share());
      byProcess.put(successor.processId(), successor);
      succession.succeed(former, successor);
      return Optional.empty();
    }
    // Perhaps the earlier process has just ended, or the load has not started.
    boolean isAlive = succession != null && now - since > ABSENT_AFTER.toNanos();
    return isAlive ? Optional.of(unexpected(name)) : Optional.empty();
  }

  /** Admits processes that continue the shares of earlier ones. */
  public void admitSuccessors(Succession decision) {
    succession = decision;
  }

  /** Admits no more processes that continue the shares of earlier ones. */
  public void admitNoSuccessors() {
    succession = null;
    isSuccessionOver = true;
  }

  /** Returns the names of the generators whose shares another process can continue. */
  List<String> continuable() {
    Succession decision = succession;
    return decision == null
        ? List.of()
        : byProcess.values().stream()
            .filter(decision::isGone)
            .filter(generator -> !cannotBeContinued(generator))
            .map(Generator::processId)
            .toList();
  }

  /** Returns whether a generator was to continue a share that cannot be continued. */
  private static boolean cannotBeContinued(Generator generator) {
    return generator.continuesShare() && !generator.problems().isEmpty();
  }

  boolean isRefused(Generator generator) {
    return refused.containsKey(generator.name());
  }

  /** Refuses a process that was to continue a share. */
  void refuseSuccessor(Generator successor, String reason) {
    refuse(successor.description(), successor.name(), reason);
  }

  private ProcessReleased refuse(GeneratorPresent present, ProcessName name) {
    refuse(
        Generator.description(present),
        name,
        "it uses version %d of the control protocol%s, and the coordinator uses %s (start all processes from the same release)"
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

  private Optional<ProcessReleased> expected(SpecificRecordBase message, Consumer<Generator> then) {
    ProcessName name = ControlMessageKind.processOf(message);
    Optional<Generator> generator =
        of(name.getProcessId()).filter(known -> known.name().equals(name));
    if (generator.isEmpty() || refused.containsKey(name)) {
      return Optional.of(unexpected(name));
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
          "a later process named %s has replaced it (give each generator its own --name)"
              .formatted(name.getProcessId()));
    }
    if (closed) {
      return released(
          name,
          ReleaseReason.NOT_NEEDED,
          "the run has started, and generators can no longer join it");
    }
    return released(
        name,
        ReleaseReason.NOT_NEEDED,
        wanted == 1
            ? "the run already has its one generator"
            : "the run already has all " + wanted + " generators");
  }

  private boolean isReplaced(ProcessName name) {
    Generator known = byProcess.get(name.getProcessId());
    return known != null && known.incarnationEpochMillis() > name.getIncarnationEpochMs();
  }

  private ProcessReleased released(ProcessName name, ReleaseReason answer, String reason) {
    return new ProcessReleased(
        runId, name.getProcessId(), name.getIncarnationEpochMs(), answer.word(), reason);
  }

  private void start(Generator generator, long lateNanos) {
    if (!generator.hasStarted() && lateNanos > 0) {
      warnings.accept(
          "generator %s started %.1f s late: it received the start late, so requests planned for that time are sent late"
              .formatted(generator.description(), lateNanos / 1e9));
    }
    generator.start();
  }

  private void measure(Generator generator, ClockTold answer) {
    generator.measured(ClockOffset.of(answer, epochNanos.getAsLong()));
    ClockOffset clock = requireNonNull(generator.clock());
    boolean isDeciding = !closed || (generator.continuesShare() && !generator.hasJoined());
    if (isDeciding && generator.isClockKnown() && isTooLarge(clock)) {
      if (!closed) {
        remove(generator);
      }
      refuse(
          generator.description(),
          generator.name(),
          "its clock is %s; the offset must be less than %d s (synchronize the clocks of both machines, with NTP or chrony)"
              .formatted(clock, MAX_CLOCK_OFFSET.toSeconds()));
    }
  }

  /** Warns about each clock whose offset assigns requests to wrong slices. */
  public void warnOfClocks() {
    byProcess.values().stream()
        .filter(
            generator ->
                requireNonNull(generator.clock()).distanceNanos() >= WARNING_CLOCK_OFFSET.toNanos())
        .forEach(
            generator ->
                warnings.accept(
                    "the clock of generator %s is %s: its requests count in slices that are shifted by this offset; durations are correct"
                        .formatted(generator.description(), generator.clock())));
  }

  /**
   * Returns by how much the fastest known clock is ahead of the coordinator's; 0 if none is. A
   * coordinator that has taken over a run does not know the clocks of its generators.
   */
  public long fastestClockNanos() {
    return byProcess.values().stream()
        .map(Generator::clock)
        .filter(Objects::nonNull)
        .mapToLong(ClockOffset::offsetNanos)
        .filter(offset -> offset >= WARNING_CLOCK_OFFSET.toNanos())
        .max()
        .orElse(0);
  }

  private static boolean isTooLarge(ClockOffset clock) {
    return clock.distanceNanos() >= MAX_CLOCK_OFFSET.toNanos();
  }

  private ProcessReleased end(ProcessEnded ended) {
    ProcessName name = ControlMessageKind.processOf(ended);
    of(ended.getProcessId())
        .filter(generator -> generator.name().equals(name) && !generator.hasReportedEnd())
        .ifPresent(
            generator -> {
              generator.reportEnd();
              problemsAtTheEnd.addAll(ended.getProblems());
            });
    return released(name, ReleaseReason.ENDED, "");
  }

  /**
   * Assigns shares in order of names, so that embedded generators g0, g1 … get the shares 0, 1 …
   */
  public void assignShares() {
    List<Generator> byName =
        byProcess.values().stream().sorted(Comparator.comparing(Generator::processId)).toList();
    for (int share = 0; share < byName.size(); share++) {
      byName.get(share).assign(share);
    }
    sharesAssigned = true;
  }

  /** Adds a generator that takes part in the run already. */
  void adopt(Generator generator) {
    byProcess.put(generator.processId(), generator);
    sharesAssigned = true;
  }

  /** Closes the registry: from now on no process joins or replaces another. */
  void closeToNewcomers() {
    closed = true;
  }

  Collection<Generator> all() {
    return byProcess.values();
  }

  List<ProcessName> names() {
    return byProcess.values().stream().map(Generator::name).toList();
  }

  public Optional<Generator> of(String processId) {
    return Optional.ofNullable(byProcess.get(processId));
  }

  /** Finds a generator by its name in the run. */
  Optional<Generator> named(String nameInRun) {
    return byProcess.values().stream()
        .filter(generator -> generator.nameInRun().equals(nameInRun))
        .findFirst();
  }

  /** Returns the number of generators that are still missing. */
  public int missing() {
    return closed
        ? 0
        : wanted
            - (int) byProcess.values().stream().filter(generator -> !isAbsent(generator)).count();
  }

  private boolean isAbsent(Generator generator) {
    return !sentMessageWithin(generator, ABSENT_AFTER);
  }

  private boolean sentMessageWithin(Generator generator, Duration time) {
    return nanoTime.getAsLong() - generator.lastMessageNanos() <= time.toNanos();
  }

  /** Returns whether all generators are present and their clock offsets are known. */
  public boolean isComplete() {
    return missing() == 0 && byProcess.values().stream().allMatch(Generator::isClockKnown);
  }

  /** Returns whether all generators have prepared their shares and sent a message recently. */
  public boolean isReady() {
    return byProcess.size() == wanted && byProcess.values().stream().allMatch(this::isReady);
  }

  private boolean isReady(Generator generator) {
    return generator.isReady() && sentMessageWithin(generator, RECENT);
  }

  /** Returns the generators that have not prepared their share or have sent no message recently. */
  List<String> notReady() {
    return byProcess.values().stream()
        .filter(generator -> !isReady(generator))
        .map(Generator::description)
        .toList();
  }

  /** Returns the reasons for which generators cannot participate; empty if all can. */
  public List<String> problems() {
    return byProcess.values().stream()
        .flatMap(generator -> generator.problems().stream())
        .distinct()
        .toList();
  }

  public boolean hasEndedWarmup() {
    return byProcess.values().stream().allMatch(Generator::hasEndedWarmup);
  }

  /** Returns whether all generators that have joined have started. */
  public boolean haveStarted() {
    return byProcess.values().stream()
        .filter(generator -> !generator.continuesShare() || generator.hasJoined())
        .allMatch(Generator::hasStarted);
  }

  public boolean isOver() {
    return byProcess.values().stream().allMatch(Generator::isOver);
  }

  /** Returns the problems that generators reported at their end. */
  public List<String> problemsAtTheEnd() {
    return List.copyOf(problemsAtTheEnd);
  }
}
