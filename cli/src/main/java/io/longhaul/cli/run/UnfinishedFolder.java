package io.longhaul.cli.run;

import io.longhaul.cli.console.ProgressLine;
import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.log.LogOutput;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.control.coordinator.AbandonedRun;
import io.longhaul.control.coordinator.ResumableRun;
import io.longhaul.control.coordinator.Takeover;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.report.aiperf.PreparedLines;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.longhaul.RequestedExports;
import io.longhaul.report.longhaul.StartCommand;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.RunFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of a run on this machine whose processes ended before the run did, because they were
 * killed or the machine was restarted. Everything that they measured is in the folder: the log, the
 * newest checkpoint of the job, the numbers of issued requests, and events that were not sent.
 *
 * @param load reads how the load continues; empty to finish the run without the rest of its load
 * @param style how progress is shown
 * @param columns width of the printed tables
 * @param out receives the result
 * @param err receives progress, warnings and notes
 */
public record UnfinishedFolder(
    Path folder,
    Optional<LoadReader> load,
    ProgressStyle style,
    int columns,
    PrintStream out,
    PrintStream err) {
  private static final Logger LOG = LoggerFactory.getLogger(UnfinishedFolder.class);

  /** Generators end within 5 s, but later on a busy machine. */
  private static final Duration GENERATORS_TIMEOUT = Duration.ofSeconds(20);

  private static final long POLL_INTERVAL_MILLIS = 50;

  /** Used only if the topics were never created; then there is nothing to finish. */
  private static final int TIMING_PARTITIONS = 1;

  /** Reads how the load of a run continues. */
  @FunctionalInterface
  public interface LoadReader {
    /**
     * Reads the settings.
     *
     * @param command the command that started the run
     * @throws RunFailedException if they are not valid any more
     */
    RunSettings read(StartCommand command) throws RunFailedException;
  }

  /**
   * Finishes the run: continues its load if its planned end has not passed, completes its log, lets
   * the job write the remaining rows, and writes the documents. If it is killed, it can be
   * repeated.
   *
   * @throws RunFailedException if there is nothing to finish in this folder, the run is still under
   *     way, or its infrastructure cannot be started
   */
  @SuppressWarnings("try") // only locks the folder and installs the signal handlers
  public ExitCode finish() throws RunFailedException, IOException, InterruptedException {
    RequestedExports exports = exports();
    try (RunFolder held = hold();
        Interrupts interrupts = new Interrupts(new InterruptedResume(err))) {
      LogOutput.toFile(exports.layout().processLog());
      LOG.info("Started by longhaul resume");
      awaitGenerators(exports.layout());
      return finish(exports);
    }
  }

  private RequestedExports exports() throws RunFailedException, IOException {
    if (!Files.isDirectory(folder)) {
      throw refused("it does not exist (give the folder of a run)");
    }
    RequestedExports exports =
        DeclaredRunJson.exportsIn(folder)
            .orElseThrow(() -> refused("it is not the folder of a run (it contains no run.json)"));
    if (!Files.isDirectory(exports.layout().log())) {
      throw refused(
          "it contains no log (the log of a run with --kafka is in that cluster; longhaul report"
              + " writes the documents of what is in the lake)");
    }
    return exports;
  }

  private RunFailedException refused(String reason) {
    return RunFailedException.usage("Cannot resume " + folder + ": " + reason);
  }

  private RunFolder hold() throws RunFailedException, IOException {
    return RunFolder.tryHold(folder)
        .orElseThrow(
            () ->
                refused(
                    "its run is still under way"
                        + RunFolder.holder(folder)
                            .map(pid -> " (process " + pid + ")")
                            .orElse("")));
  }

  /** A generator whose parent was killed stores its last events and ends within seconds. */
  private void awaitGenerators(ExportLayout layout)
      throws RunFailedException, IOException, InterruptedException {
    long startNanos = System.nanoTime();
    while (!IssuedCounts.areFinal(layout.processLogs())) {
      if (System.nanoTime() - startNanos > GENERATORS_TIMEOUT.toNanos()) {
        throw refused(
            "a generator of its run is still running, although its parent has ended (end the"
                + " process, for example with kill -9)");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
    }
  }

  private ExitCode finish(RequestedExports exports)
      throws RunFailedException, IOException, InterruptedException {
    Optional<StartCommand> command =
        load.isEmpty() ? Optional.empty() : DeclaredRunJson.commandIn(folder);
    try (EmbeddedBackend backend = ofKilledRun(exports.layout())) {
      Optional<Takeover> takeover;
      try (ProgressLine progress = new ProgressLine(err, style, Duration.ZERO)) {
        progress.waitingFor("Kafka");
        KafkaCluster kafka = backend.kafka();
        Map<String, Integer> partitions = new RunTopics(kafka).ensure(TIMING_PARTITIONS);
        takeover =
            command.isEmpty()
                ? Optional.empty()
                : takeover(command.get().runId(), kafka, partitions);
        if (takeover.isEmpty()) {
          return conclude(
              endInLog(kafka, partitions, exports.layout()), exports, backend, progress);
        }
      } catch (RunFailedException e) {
        throw explained(e, backend);
      }
      return continueLoad(command.orElseThrow(), takeover.get(), backend);
    }
  }

  /** Returns the takeover of a run whose load continues; empty if it does not. */
  private static Optional<Takeover> takeover(
      String runId, KafkaCluster kafka, Map<String, Integer> partitions) throws RunFailedException {
    for (ResumableRun run : ResumableRun.all(kafka, partitions)) {
      if (run.runId().equals(runId)) {
        return takeover(run);
      }
    }
    return Optional.empty();
  }

  private static Optional<Takeover> takeover(ResumableRun run) throws RunFailedException {
    try {
      return Optional.of(run.readLog()).filter(Takeover::canContinue);
    } catch (RunFailedException e) {
      if (e.exitCode() == ExitCode.USAGE) {
        // Its log contains its end, or too little of it; it is finished or refused without load.
        return Optional.empty();
      }
      throw e;
    }
  }

  private ExitCode continueLoad(StartCommand command, Takeover takeover, EmbeddedBackend backend)
      throws RunFailedException, IOException, InterruptedException {
    RunSettings settings = load.orElseThrow().read(command);
    // Now, because each generator would also lock the spools of the others.
    new StoredEvents(layout(), this::warn).sendTo(backend.kafka());
    err.println("Run %s: the load continues".formatted(command.runId()));
    return new ProfileRun(settings, out, err).resume(backend, takeover);
  }

  private ExportLayout layout() {
    return new ExportLayout(folder);
  }

  private ExitCode conclude(
      AbandonedRun run, RequestedExports exports, EmbeddedBackend backend, ProgressLine progress)
      throws RunFailedException, IOException, InterruptedException {
    progress.waitingFor("Flink");
    backend.openJob();
    progress.waitingFor("");
    ExitCode exitCode;
    try (RunTables tables = LiveTables.start(exports.tables(), backend.lake(), this::warn)) {
      exitCode =
          new RunConclusion(
                  run.runId(),
                  exports,
                  backend,
                  PreparedLines.NONE,
                  tables,
                  progress,
                  columns,
                  out,
                  err)
              .conclude(() -> {}, () -> false, List.of(), List.of(), () -> {});
    }
    run.close();
    return exitCode;
  }

  private EmbeddedBackend ofKilledRun(ExportLayout layout) throws IOException {
    return EmbeddedBackend.ofKilledRun(layout, DeclaredRunJson.lakeOf(layout), this::warn);
  }

  private void warn(String sentence) {
    err.println("Warning: " + sentence);
  }

  /** Returns why the broker ended instead of that it does not answer. */
  private static RunFailedException explained(RunFailedException failure, EmbeddedBackend backend) {
    boolean isExplained =
        failure.exitCode() != ExitCode.INFRASTRUCTURE_FAILED || !failure.details().isEmpty();
    return isExplained
        ? failure
        : backend
            .failure()
            .map(why -> new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, why))
            .orElse(failure);
  }

  private AbandonedRun endInLog(
      KafkaCluster kafka, Map<String, Integer> partitions, ExportLayout layout)
      throws RunFailedException, IOException, InterruptedException {
    AbandonedRun found =
        AbandonedRun.latestIn(kafka, partitions)
            .orElseThrow(
                () ->
                    new LoadNotStartedException(
                        "Cannot resume %s: its load had not started (start the run again, with --replace if you use the same folder)"
                            .formatted(folder)));
    if (found.isClosed()) {
      throw refused(
          "its run has finished (its documents are there; longhaul report writes them again)");
    }
    new StoredEvents(layout, this::warn).sendTo(kafka);
    AbandonedRun run = found.readAgain();
    run.end(IssuedCounts.readAll(layout.processLogs()));
    return run;
  }
}
