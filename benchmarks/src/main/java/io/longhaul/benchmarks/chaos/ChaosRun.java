package io.longhaul.benchmarks.chaos;

import io.longhaul.benchmarks.chaos.FaultKind.Target;
import io.longhaul.benchmarks.chaos.Topology.Client;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One run with the faults of a schedule, from the start of its processes to its judgement. */
public final class ChaosRun {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  /** After the load: the grace period, a missing job, and a machine that is busy with others. */
  private static final int SECONDS_TO_END = 360;

  private static final int VERIFY_SECONDS = 180;
  private static final int NO_EXIT = -1;

  private final Path home;
  private final Path folder;
  private final FaultSchedule schedule;
  private final int loadSeconds;

  /**
   * Describes a run.
   *
   * @param home source tree with a build
   * @param folder new folder for everything that the processes write
   */
  public ChaosRun(Path home, Path folder, FaultSchedule schedule, int loadSeconds) {
    this.home = home;
    this.folder = folder;
    this.schedule = schedule;
    this.loadSeconds = loadSeconds;
  }

  /**
   * Runs and judges.
   *
   * @param commit source tree, for the result
   */
  public ChaosResult execute(String commit) throws Exception {
    Instant started = Instant.now();
    long startNanos = System.nanoTime();
    String runId = "chaos-" + schedule.seed();
    try (Topology topology =
        new Topology(home, folder, runId, schedule.seed(), load(schedule.seed(), loadSeconds))) {
      topology.start();
      Waits.require(
          "the first request",
          START_TIMEOUT,
          () -> {
            requireAlive(topology.coordinator());
            return topology.server().requestsReceived() > 0;
          });
      FaultInjector injector =
          new FaultInjector(
              topology,
              new PlantedRecords(
                  topology.bootstrap(Client.ADMIN),
                  Topology.topics().timing(),
                  runId,
                  schedule.seed()));
      List<InjectedFault> injected =
          new ArrayList<>(injector.inject(schedule.faults(), System.nanoTime()));
      awaitEnd(topology, injected);
      topology.server().close();

      Replay replay = Replay.start(topology);
      Replay.awaitCaughtUp(topology, topology.lake());
      Concluder concluder = Concluder.of(topology, injected);
      RunFacts facts = facts(topology, concluder, replay);
      FileFaults files =
          new FileFaults(concluder.artifacts(), topology.lake(), runId, schedule.seed());
      for (PlannedFault fault : schedule.faults()) {
        if (fault.kind().target() == Target.LAKE) {
          injected.add(files.inject(fault));
        }
      }
      List<String> findings =
          new ArrayList<>(Judgement.findings(facts, injected, injector.planted()));
      findings.addAll(files.findings());
      return new ChaosResult(
          schedule.seed(),
          commit,
          started.truncatedTo(ChronoUnit.SECONDS).toString(),
          loadSeconds,
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos),
          facts.summary().map(RunRow::getStatus).orElse("unfinished"),
          facts.coordinatorExit().orElse(NO_EXIT),
          facts.verifyExit(),
          facts.received().size(),
          facts.requests().size(),
          facts.lateIds().size(),
          facts.summary().map(RunRow::getIncompleteBecause).orElse(List.of()),
          injected.stream().map(ChaosResult.FaultResult::of).toList(),
          findings);
    }
  }

  /** The seed also chooses the kind of load: two open loops and a closed one. */
  private static List<String> load(long seed, int seconds) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--random-seed", Long.toString(seed)));
    words.addAll(List.of("--benchmark-duration", Integer.toString(seconds)));
    words.addAll(
        switch ((int) (seed % 3)) {
          case 0 -> List.of("--concurrency", "6");
          case 1 -> List.of("--request-rate", "30", "--arrival-pattern", "poisson");
          default -> List.of("--request-rate", "30", "--arrival-pattern", "constant");
        });
    return words;
  }

  private static void requireAlive(ManagedProcess process) throws IOException {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "The run ended before the load: the " + process.name() + " printed " + process.printed());
    }
  }

  /**
   * The process that has written the results.
   *
   * @param exit its exit status; empty if it was killed after that
   * @param artifacts its folder
   */
  private record Concluder(Optional<Integer> exit, Path artifacts) {

    static Concluder of(Topology topology, List<InjectedFault> injected) {
      if (Files.exists(new ExportLayout(topology.standbyArtifacts()).longhaulJson())) {
        return new Concluder(
            Optional.of(topology.standby().exitStatus()), topology.standbyArtifacts());
      }
      boolean killed =
          injected.stream()
              .anyMatch(
                  fault ->
                      fault.fault().kind() == FaultKind.KILL_COORDINATOR && fault.tookEffect());
      return new Concluder(
          killed ? Optional.empty() : Optional.of(topology.coordinator().exitStatus()),
          topology.artifacts());
    }
  }

  /**
   * Waits until the coordinator, its standby and the generators have ended. A generator that was
   * restarted may wait for another run; it is ended.
   */
  private static void awaitEnd(Topology topology, List<InjectedFault> injected)
      throws InterruptedException {
    requireEnded(topology.coordinator());
    requireEnded(topology.standby());
    for (ManagedProcess generator : topology.generators()) {
      boolean restarted =
          injected.stream()
              .map(InjectedFault::fault)
              .anyMatch(
                  fault ->
                      fault.kind() == FaultKind.KILL_GENERATOR
                          && generator.name().equals("generator-" + fault.index()));
      if (!restarted) {
        generator.awaitExit(SECONDS_TO_END);
      }
      generator.end();
    }
  }

  private static void requireEnded(ManagedProcess process) throws InterruptedException {
    if (!process.awaitExit(SECONDS_TO_END)) {
      throw new IllegalStateException(
          "The " + process.name() + " has not ended within " + SECONDS_TO_END + " s");
    }
  }

  private static RunFacts facts(Topology topology, Concluder concluder, Replay replay)
      throws Exception {
    Lake lake = topology.lake();
    String run = topology.runId();
    ManagedProcess verify =
        topology.command(
            "verify",
            "verify",
            concluder.artifacts().toString(),
            "--lake",
            lake.folder().toString(),
            "--run-id",
            run);
    verify.start();
    if (!verify.awaitExit(VERIFY_SECONDS)) {
      throw new IllegalStateException("Cannot wait for verify: it takes too long");
    }
    Set<String> received = RunFacts.received(topology.truthLog());
    return new RunFacts(
        concluder.exit(),
        received,
        RunFacts.requests(lake, run, received),
        RunFacts.lateIds(lake, run),
        RunFacts.rejected(lake, Topology.topics().timing()),
        RunFacts.summary(lake, run),
        RunFacts.accounting(concluder.artifacts()),
        verify.exitStatus(),
        verify.printed(),
        replay.differences(),
        stackTraces(topology, verify));
  }

  private static List<String> stackTraces(Topology topology, ManagedProcess verify)
      throws IOException {
    List<ManagedProcess> commands = new ArrayList<>(topology.generators());
    commands.addAll(List.of(topology.coordinator(), topology.standby(), topology.submit(), verify));
    List<String> names = new ArrayList<>();
    for (ManagedProcess command : commands) {
      if (command.printed().contains("\n\tat ")) {
        names.add(command.name());
      }
    }
    return names;
  }
}
