package io.longhaul.cli.run;

import io.longhaul.cli.console.LoadProgress;
import io.longhaul.cli.console.ProgressLine;
import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.forecast.PhaseForecast;
import io.longhaul.cli.log.LogOutput;
import io.longhaul.config.value.ArtifactFolder;
import io.longhaul.config.value.StopConditions;
import io.longhaul.control.ControlTopic;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaControlTopic;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.control.coordinator.ConsecutiveFailures;
import io.longhaul.control.coordinator.EndedRun;
import io.longhaul.control.coordinator.HeldLease;
import io.longhaul.control.coordinator.LeaseWatch;
import io.longhaul.control.coordinator.LeaseWatch.Lease;
import io.longhaul.control.coordinator.LiveSlices;
import io.longhaul.control.coordinator.LoadOutcome;
import io.longhaul.control.coordinator.ResumableRun;
import io.longhaul.control.coordinator.RunCoordinator;
import io.longhaul.control.coordinator.RunTakenOverException;
import io.longhaul.control.coordinator.SamplerLanes;
import io.longhaul.control.coordinator.Takeover;
import io.longhaul.control.coordinator.Takeover.Load;
import io.longhaul.kafka.Role;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RequestedExports;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.ExistingResults;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over a run on several machines whose coordinator has gone, and finishes it.
 *
 * @param lake the run's lake
 * @param folder folder for the documents; empty for the default of a new run
 * @param runId the run; empty for the only unfinished one, apart from abandoned ones
 * @param style how progress is shown
 * @param columns width of the printed tables
 * @param out receives the result
 * @param err receives progress, warnings and notes
 */
public record DistributedResume(
    KafkaCluster kafka,
    Lake lake,
    Optional<Path> folder,
    Optional<String> runId,
    ProgressStyle style,
    int columns,
    PrintStream out,
    PrintStream err) {
  private static final Logger LOG = LoggerFactory.getLogger(DistributedResume.class);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final Duration STATS_INTERVAL = Duration.ofSeconds(10);
  private static final long RETRY_SECONDS = 2;

  /** Time after which a run without a coordinator counts as abandoned. */
  private static final Duration RECENT = Duration.ofHours(1);

  /** What is done in the folder of the results. */
  @FunctionalInterface
  private interface Task {
    ExitCode execute() throws RunFailedException, IOException, InterruptedException;
  }

  /**
   * Finishes the run.
   *
   * @throws RunFailedException if there is nothing to finish, the run has a coordinator, or the
   *     infrastructure failed
   */
  public ExitCode finish() throws RunFailedException, IOException, InterruptedException {
    Map<String, Integer> partitions = partitions();
    ResumableRun run = choose(partitions);
    RequestedExports exports = exports(run);
    requireNoCoordinator(run);
    return inFolder(exports, () -> takeOver(run.runId(), exports, partitions));
  }

  /**
   * Waits until the coordinator of the run has gone, and then finishes the run.
   *
   * @return {@link ExitCode#DONE} also if the coordinator has finished the run
   * @throws RunFailedException if there is nothing to wait for, or the infrastructure failed
   */
  public ExitCode standBy() throws RunFailedException, IOException, InterruptedException {
    Map<String, Integer> partitions = partitions();
    ResumableRun run = awaitStart(partitions);
    RequestedExports exports = exports(run);
    return inFolder(exports, () -> standBy(run, exports, partitions));
  }

  private Map<String, Integer> partitions() throws RunFailedException, InterruptedException {
    kafka.requireAccess(Role.COORDINATOR, "");
    return new RunTopics(kafka).ensure(RunTopics.DEFAULT_TIMING_PARTITIONS);
  }

  private ResumableRun choose(Map<String, Integer> partitions) throws RunFailedException {
    if (runId.isPresent()) {
      return ResumableRun.named(kafka, partitions, runId.get());
    }
    List<ResumableRun> all = ResumableRun.all(kafka, partitions);
    if (all.isEmpty()) {
      throw RunFailedException.usage(
          "Cannot resume a run: none on " + kafka.bootstrapServers() + " is unfinished");
    }
    List<ResumableRun> recent = recent(all);
    return only(recent.isEmpty() ? all : recent);
  }

  /** Returns the runs that are not abandoned: a coordinator has led them within the last hour. */
  private static List<ResumableRun> recent(List<ResumableRun> runs) {
    Instant oldest = Instant.now().minus(RECENT);
    return runs.stream().filter(run -> run.lastLed().isAfter(oldest)).toList();
  }

  private ResumableRun only(List<ResumableRun> all) throws RunFailedException {
    if (all.size() > 1) {
      throw new RunFailedException(
          ExitCode.USAGE,
          "Cannot choose a run: %d on %s are unfinished (give the name of one)"
              .formatted(all.size(), kafka.bootstrapServers()),
          all.stream().map(run -> run.runId() + "  started " + seconds(run.started())).toList());
    }
    return all.get(0);
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Waits until the load of the run starts. */
  @SuppressWarnings("try") // only installs the signal handlers
  private ResumableRun awaitStart(Map<String, Integer> partitions)
      throws RunFailedException, InterruptedException {
    try (Interrupts interrupts = new Interrupts(new InterruptedResume(err))) {
      boolean isNoted = false;
      while (true) {
        List<ResumableRun> found =
            runId.isEmpty()
                ? recent(ResumableRun.all(kafka, partitions))
                : ResumableRun.all(kafka, partitions).stream()
                    .filter(run -> run.runId().equals(runId.get()))
                    .toList();
        if (!found.isEmpty()) {
          return only(found);
        }
        if (runId.isPresent() && ResumableRun.isClosed(kafka, runId.get())) {
          throw ResumableRun.finished(runId.get());
        }
        if (!isNoted) {
          isNoted = true;
          err.println(
              "Waiting until %s starts on %s …"
                  .formatted(
                      runId.map(id -> "the load of run " + id).orElse("the load of a run"),
                      kafka.bootstrapServers()));
        }
        TimeUnit.SECONDS.sleep(RETRY_SECONDS);
      }
    }
  }

  @SuppressWarnings("try") // only locks the folder
  private ExitCode inFolder(RequestedExports exports, Task task)
      throws RunFailedException, IOException, InterruptedException {
    ExportLayout layout = exports.layout();
    try (RunFolder held = RunFolder.hold(layout.folder())) {
      new ClaimedNames(layout).claimExclusively(layout.documentNames());
      Files.createDirectories(layout.processLogs());
      LogOutput.toFile(layout.processLog());
      err.println("Results: " + layout.folder());
      return task.execute();
    }
  }

  private void requireLakeOf(ResumableRun run) throws RunFailedException, IOException {
    if (!lake.runs().contains(run.runId())
        && JobRegistration.find(lake, kafka.topics().prefix()).isEmpty()) {
      throw RunFailedException.usage(
          "Cannot resume run %s: %s does not contain it, and no job writes it there (give the lake of the run)"
              .formatted(run.runId(), lake.folder()));
    }
  }

  /**
   * Returns what the run was to export if the folder is the one of its coordinator, else what a run
   * exports by default; checks lake and folder.
   */
  private RequestedExports exports(ResumableRun run) throws RunFailedException, IOException {
    requireLakeOf(run);
    Path chosen =
        folder
            .orElseGet(() -> ArtifactFolder.of(run.plan(), "", false))
            .toAbsolutePath()
            .normalize();
    Optional<String> problem = RunFolder.problemWith(chosen);
    if (problem.isPresent()) {
      throw cannotWrite(chosen, problem.get());
    }
    ExportLayout layout = new ExportLayout(chosen);
    if (DeclaredRunJson.read(layout, run.runId()).isPresent()) {
      return DeclaredRunJson.exportsIn(chosen).orElseThrow();
    }
    if (new ExistingResults(layout).exist()) {
      throw cannotWrite(chosen, "it contains the results of another run");
    }
    return new RequestedExports(layout, ExportLevel.RECORDS, false, Optional.empty());
  }

  private static RunFailedException cannotWrite(Path folder, String problem) {
    return RunFailedException.usage(
        "Cannot write into %s: %s (give another --artifact-dir)".formatted(folder, problem));
  }

  @SuppressWarnings("try") // only installs the signal handlers
  private void requireNoCoordinator(ResumableRun run) throws RunFailedException {
    try (Interrupts interrupts = new Interrupts(new InterruptedResume(err));
        ControlTopic topic = new KafkaControlTopic(kafka)) {
      LeaseWatch watch = new LeaseWatch(topic, run.runId());
      err.println("Checking for 20 s that run " + run.runId() + " has no coordinator …");
      if (await(watch, watch::isRenewed) == Lease.CLOSED) {
        throw ResumableRun.finished(run.runId());
      }
      if (watch.isRenewed()) {
        throw RunFailedException.usage(
            "Cannot resume run %s: its coordinator is alive (end that process first, or wait for its loss with --standby)"
                .formatted(run.runId()));
      }
    }
  }

  private ExitCode standBy(
      ResumableRun run, RequestedExports exports, Map<String, Integer> partitions)
      throws RunFailedException, IOException, InterruptedException {
    err.println(
        "Standing by for the coordinator of run %s (started %s)"
            .formatted(run.runId(), seconds(run.started())));
    while (true) {
      if (awaitExpiry(run.runId()) == Lease.CLOSED) {
        err.println("Run " + run.runId() + " has ended; its coordinator has written the results");
        return ExitCode.DONE;
      }
      try {
        return takeOver(run.runId(), exports, partitions);
      } catch (RunTakenOverException e) {
        LOG.info("Another process was faster", e);
        err.println("Another process has taken over run " + run.runId() + "; standing by for it");
      } catch (KafkaUnreachableException e) {
        if (e.isPermanent()) {
          throw e;
        }
        LOG.warn("Trying again", e);
        err.println("Warning: " + e.getMessage() + "; trying again");
      }
    }
  }

  @SuppressWarnings("try") // only installs the signal handlers
  private Lease awaitExpiry(String run) {
    try (Interrupts interrupts = new Interrupts(new InterruptedResume(err));
        ControlTopic topic = new KafkaControlTopic(kafka)) {
      return await(new LeaseWatch(topic, run), () -> false);
    }
  }

  /** Waits until the lease is not held any more, or the condition is met. */
  private Lease await(LeaseWatch watch, BooleanSupplier condition) {
    boolean isNoted = false;
    Lease lease = watch.poll(POLL_INTERVAL);
    while (lease == Lease.HELD && !condition.getAsBoolean()) {
      if (watch.isKafkaAway() && !isNoted) {
        err.println("Waiting for Kafka at " + kafka.bootstrapServers() + " …");
      }
      isNoted = watch.isKafkaAway();
      lease = watch.poll(POLL_INTERVAL);
    }
    return lease;
  }

  @SuppressWarnings("try") // only holds the lease
  private ExitCode takeOver(String id, RequestedExports exports, Map<String, Integer> partitions)
      throws RunFailedException, IOException, InterruptedException {
    ResumableRun run = ResumableRun.named(kafka, partitions, id);
    try (ProgressLine progress = new ProgressLine(err, style, STATS_INTERVAL)) {
      progress.showStage("Reading the log");
      Takeover takeover;
      Load load;
      try (HeldLease lease = run.holdLease()) {
        takeover = run.readLog();
        load = takeover.awaitSignOfLoad();
      }
      return finish(run, takeover, load, exports, progress);
    }
  }

  private ExitCode finish(
      ResumableRun run,
      Takeover takeover,
      Load load,
      RequestedExports exports,
      ProgressLine progress)
      throws RunFailedException, IOException, InterruptedException {
    String id = run.runId();
    Optional<Duration> timeLeft = run.timeLeft(new AnchoredRunClock().epochNanos());
    try (RemoteBackend backend = new RemoteBackend(kafka, lake, timeLeft)) {
      backend.open(takeover.place(), exited -> {});
      if (load == Load.ENDED) {
        progress.note("The load of run " + id + " has ended");
        return conclude(run, takeover, exports, backend, progress);
      }
      progress.note(
          "Run %s: this process is its coordinator now; %s"
              .formatted(
                  id,
                  load == Load.CONTINUES
                      ? "the load continues"
                      : "no generator sends load (the run waits a while for restarted ones)"));
      return lead(run, takeover, exports, backend, progress);
    }
  }

  @SuppressWarnings("try") // only installs the signal handlers and holds the lease
  private ExitCode lead(
      ResumableRun run,
      Takeover takeover,
      RequestedExports exports,
      RemoteBackend backend,
      ProgressLine progress)
      throws RunFailedException, IOException, InterruptedException {
    RunPlan plan = run.plan();
    LiveVerdictFeed verdicts = new LiveVerdictFeed(plan, progress, List.of());
    StopConditions conditions = EarlyStopMonitor.read(run.stopConditions());
    ConsecutiveFailures failures =
        conditions.consecutiveFailures().isPresent()
            ? ConsecutiveFailures.upTo(conditions.consecutiveFailures().getAsInt())
            : ConsecutiveFailures.unlimited();
    try (SamplerLanes samplers = samplers(run);
        LiveSlices slices = LiveSlices.of(kafka, run.runId());
        RunCoordinator coordinator =
            takeover.lead(failures, samplers, backend, List.of(progress, verdicts));
        EarlyStopMonitor stops = new EarlyStopMonitor(conditions, coordinator::stopEarly);
        Interrupts interrupts = new Interrupts(number -> interrupt(number, coordinator))) {
      slices.addListener(verdicts);
      progress.follow(expected(plan), coordinator::liveLoad, slices::newest);
      stops.watch(
          slices, List.of(exports.layout().folder(), lake.folder()), plan.request().streaming());
      LoadOutcome end = coordinator.run();
      ExitCode exitCode;
      try (HeldLease lease = coordinator.holdLease()) {
        exitCode =
            conclusion(run, exports, backend, progress)
                .conclude(
                    coordinator::confirmLeadership,
                    coordinator::isKafkaAway,
                    end.losses(),
                    List.of(),
                    () -> {});
      }
      coordinator.closeRun();
      return exitCode;
    }
  }

  private RunConclusion conclusion(
      ResumableRun run, RequestedExports exports, RemoteBackend backend, ProgressLine progress) {
    return new RunConclusion(
        run.runId(),
        exports,
        backend,
        PreparedLines.NONE,
        RunTables.NONE,
        progress,
        columns,
        out,
        err);
  }

  private SamplerLanes samplers(ResumableRun run) {
    return run.sampling()
        .map(pages -> LocalSampler.resume(run.plan(), pages, kafka))
        .orElse(SamplerLanes.NONE);
  }

  private static LoadProgress expected(RunPlan plan) {
    PhasePlan load = plan.load().profiling();
    PhaseForecast forecast = PhaseForecast.of(load, plan.dataset(), Optional.empty());
    return new LoadProgress(forecast.requests(), forecast.sendingNanos(), load.rate() != null);
  }

  private void interrupt(int number, RunCoordinator coordinator) {
    err.println(
        number == 1
            ? "\nStopping: waiting for requests in flight (Ctrl-C again cancels them)"
            : "\nCancelling requests in flight (Ctrl-C again exits immediately)");
    coordinator.requestStop();
  }

  @SuppressWarnings("try") // only installs the signal handlers
  private ExitCode conclude(
      ResumableRun run,
      Takeover takeover,
      RequestedExports exports,
      RemoteBackend backend,
      ProgressLine progress)
      throws RunFailedException, IOException, InterruptedException {
    try (Interrupts interrupts = new Interrupts(new InterruptedResume(err));
        EndedRun ended = takeover.end()) {
      ExitCode exitCode =
          conclusion(run, exports, backend, progress)
              .conclude(ended::confirmLeadership, () -> false, ended.losses(), List.of(), () -> {});
      ended.closeRun();
      return exitCode;
    }
  }
}
