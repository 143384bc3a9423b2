package io.longhaul.benchmarks.chaos;

import io.longhaul.benchmarks.chaos.FaultKind.Target;
import io.longhaul.benchmarks.chaos.Topology.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Injects the faults of a schedule into a run, each in its own thread, and repairs each of them
 * after its time, as a supervisor or an administrator would. Faults after the end of the run have
 * no effect.
 */
final class FaultInjector {
  private static final long DELAY_MILLIS = 250;
  private static final Duration EFFECT_TIMEOUT = Duration.ofSeconds(20);
  private static final InjectedEffect RUN_ENDED =
      new InjectedEffect(false, "the run had already ended");

  /** Error messages of a full disk, and of a file that may not grow. */
  private static final List<String> DISK_ERRORS =
      List.of("No space left on device", "File too large");

  private final Topology topology;
  private final PlantedRecords records;
  private final Map<LogPosition, FaultKind> planted = new ConcurrentHashMap<>();

  private record InjectedEffect(boolean tookEffect, String evidence) {
    InjectedFault of(PlannedFault fault) {
      return new InjectedFault(fault, tookEffect, evidence);
    }
  }

  FaultInjector(Topology topology, PlantedRecords records) {
    this.topology = topology;
    this.records = records;
  }

  /** Returns the records that were planted, by their place in the log. */
  Map<LogPosition, FaultKind> planted() {
    return planted;
  }

  /**
   * Injects all faults during a run, and returns when the last one is repaired.
   *
   * @param startNanos time of the first request
   */
  List<InjectedFault> inject(List<PlannedFault> faults, long startNanos)
      throws ExecutionException, InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<InjectedFault>> injections = new ArrayList<>();
      for (PlannedFault fault : faults) {
        if (fault.kind().target() != Target.LAKE) {
          injections.add(threads.submit(() -> injectInTime(fault, startNanos)));
        }
      }
      List<InjectedFault> injected = new ArrayList<>();
      for (Future<InjectedFault> injection : injections) {
        injected.add(injection.get());
      }
      return injected;
    } finally {
      threads.shutdownNow();
    }
  }

  private InjectedFault injectInTime(PlannedFault fault, long startNanos) throws Exception {
    long at = startNanos + TimeUnit.SECONDS.toNanos(fault.atSeconds());
    TimeUnit.NANOSECONDS.sleep(at - System.nanoTime());
    InjectedEffect effect = isRunning() ? inject(fault) : RUN_ENDED;
    return effect.of(fault);
  }

  /** A run is over when neither its coordinator nor the standby is left. */
  private boolean isRunning() {
    return topology.coordinator().isAlive() || topology.standby().isAlive();
  }

  private InjectedEffect inject(PlannedFault fault) throws Exception {
    return switch (fault.kind()) {
      case KILL_BROKER -> {
        InjectedEffect killed = kill(topology.broker());
        pass(fault);
        restartBroker();
        yield killed;
      }
      case FILL_BROKER_DISK -> fillBrokerDisk(fault);
      case KILL_JOB_MANAGER -> {
        InjectedEffect killed = kill(topology.jobManager());
        pass(fault);
        topology.jobManager().start();
        topology.submitJob();
        yield killed;
      }
      case KILL_TASK_MANAGER -> restart(fault, List.of(topology.taskManagers().get(fault.index())));
      case KILL_BOTH_TASK_MANAGERS -> restart(fault, topology.taskManagers());
      case KILL_GENERATOR -> restart(fault, List.of(topology.generators().get(fault.index())));
      case KILL_COORDINATOR -> kill(topology.coordinator());
      case KILL_STANDBY -> killStandby(fault);
      case PAUSE_BROKER -> pause(fault, topology.broker());
      case PAUSE_JOB_MANAGER -> pause(fault, topology.jobManager());
      case PAUSE_TASK_MANAGER -> pause(fault, topology.taskManagers().get(fault.index()));
      case PAUSE_GENERATOR, SILENCE_GENERATOR ->
          pause(fault, topology.generators().get(fault.index()));
      case PAUSE_COORDINATOR, SILENCE_COORDINATOR -> pause(fault, topology.coordinator());
      case FILL_LAKE_DISK -> fillLakeDisk(fault);
      case CUT_GENERATOR, CUT_JOB, CUT_COORDINATOR -> cut(proxy(fault));
      case STALL_GENERATOR, STALL_JOB, STALL_COORDINATOR, DELAY_GENERATOR ->
          hold(fault, proxy(fault));
      case PLANT_GARBAGE -> plant(fault, Optional.of(records.garbage()));
      case REPEAT_RECORD -> plant(fault, records.repeat());
      case CORRUPT_EVENT -> plant(fault, records.corrupt());
      case DAMAGE_FILE, REMOVE_FILE -> throw new IllegalArgumentException("Not during a run");
    };
  }

  private FaultingProxy proxy(PlannedFault fault) {
    return topology.proxy(
        switch (fault.kind().target()) {
          case GENERATOR -> Client.generator(fault.index());
          case FLINK -> Client.JOB;
          case COORDINATOR -> Client.COORDINATOR;
          case STANDBY -> Client.STANDBY;
          case BROKER, LOG, LAKE -> Client.ADMIN;
        });
  }

  private static void pass(PlannedFault fault) throws InterruptedException {
    TimeUnit.SECONDS.sleep(fault.seconds());
  }

  private static InjectedEffect kill(ManagedProcess process) throws InterruptedException {
    long pid = process.pid();
    return process.kill()
        ? new InjectedEffect(true, process.name() + " (process " + pid + ") was killed")
        : new InjectedEffect(false, process.name() + " had already ended");
  }

  private void restartBroker() throws Exception {
    topology.broker().start();
    topology.awaitBroker();
  }

  private static InjectedEffect restart(PlannedFault fault, List<ManagedProcess> processes)
      throws Exception {
    List<String> evidence = new ArrayList<>();
    boolean tookEffect = true;
    for (ManagedProcess process : processes) {
      InjectedEffect killed = kill(process);
      evidence.add(killed.evidence());
      tookEffect &= killed.tookEffect();
    }
    pass(fault);
    for (ManagedProcess process : processes) {
      process.start();
    }
    return new InjectedEffect(tookEffect, String.join(", ", evidence));
  }

  /** A standby that has ended is not started again: the run has finished. */
  private InjectedEffect killStandby(PlannedFault fault) throws Exception {
    InjectedEffect killed = kill(topology.standby());
    if (killed.tookEffect()) {
      pass(fault);
      topology.standby().start();
    }
    return killed;
  }

  private static InjectedEffect pause(PlannedFault fault, ManagedProcess process) throws Exception {
    if (!process.pause()) {
      return new InjectedEffect(false, process.name() + " had already ended");
    }
    try {
      pass(fault);
    } finally {
      process.unpause();
    }
    return new InjectedEffect(
        true, "%s was suspended for %d s".formatted(process.name(), fault.seconds()));
  }

  private static InjectedEffect cut(FaultingProxy proxy) {
    int connections = proxy.cut();
    return new InjectedEffect(connections > 0, connections + " connections were reset");
  }

  private static InjectedEffect hold(PlannedFault fault, FaultingProxy proxy)
      throws InterruptedException {
    long before = proxy.affected();
    if (fault.kind() == FaultKind.DELAY_GENERATOR) {
      proxy.delay(DELAY_MILLIS);
    } else {
      proxy.stall();
    }
    try {
      pass(fault);
    } finally {
      proxy.release();
    }
    long pieces = proxy.affected() - before;
    return new InjectedEffect(
        pieces > 0, "%d pieces of data were held back or delayed".formatted(pieces));
  }

  private InjectedEffect fillBrokerDisk(PlannedFault fault) throws Exception {
    topology.brokerDisk().fill();
    boolean ended = topology.broker().awaitExit(EFFECT_TIMEOUT.toSeconds());
    pass(fault);
    topology.brokerDisk().free();
    if (!ended) {
      return new InjectedEffect(false, "the broker did not notice that its disk was full");
    }
    int status = topology.broker().exitStatus();
    restartBroker();
    return new InjectedEffect(true, "the broker exited with %d".formatted(status));
  }

  private InjectedEffect fillLakeDisk(PlannedFault fault) throws Exception {
    long before = diskErrors();
    topology.lakeDisk().fill();
    boolean failed;
    try {
      failed = Waits.until(EFFECT_TIMEOUT, () -> diskErrors() > before);
      pass(fault);
    } finally {
      topology.lakeDisk().free();
    }
    return new InjectedEffect(
        failed, failed ? "Flink reported the full disk" : "Flink did not notice the full disk");
  }

  private long diskErrors() throws Exception {
    String printed = topology.jobManager().printed();
    return DISK_ERRORS.stream().mapToLong(error -> printed.split(error, -1).length - 1L).sum();
  }

  private InjectedEffect plant(PlannedFault fault, Optional<RecordMetadata> written) {
    if (written.isEmpty()) {
      return new InjectedEffect(false, "the log had no event that could be copied or replaced");
    }
    LogPosition position = LogPosition.of(written.get());
    planted.put(position, fault.kind());
    return new InjectedEffect(true, "written at " + position);
  }
}
