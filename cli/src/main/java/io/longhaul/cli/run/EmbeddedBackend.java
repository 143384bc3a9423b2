package io.longhaul.cli.run;

import static java.util.Objects.requireNonNull;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.cli.embedded.EmbeddedStack;
import io.longhaul.cli.embedded.RestartLimit;
import io.longhaul.cli.embedded.RestartableGenerator;
import io.longhaul.cli.embedded.SupervisedBroker;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.handshake.HandshakeProbe;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.time.CpuPriority;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.JobStart;
import io.longhaul.pipeline.JobStartException;
import io.longhaul.pipeline.source.RunsInLog;
import io.longhaul.report.longhaul.RunLake;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.FolderMonitor;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A backend on this machine: broker and generators as child processes, the job in this process. */
final class EmbeddedBackend implements RunBackend {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBackend.class);
  private static final int RESTARTS = 10;

  /** A busy machine starts processes slowly. */
  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

  /**
   * On one machine, generators receive an announcement within some hundredths of a second. The rest
   * of this time is their pause before the start, and a reserve for a busy machine.
   */
  private static final Duration START_LEAD = Duration.ofSeconds(1);

  private final Duration firstCheckpointInterval;
  private Optional<Duration> keepLog;
  private final boolean resumes;
  private volatile Consumer<String> warnings;
  private final ExportLayout layout;
  private final RunLake lake;
  private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
  private final FolderMonitor folders;
  private final EmbeddedStack stack = new EmbeddedStack();
  private final Map<String, RestartableGenerator> started = new HashMap<>();
  private final CompletableFuture<SupervisedBroker> broker;
  private final CompletableFuture<EmbeddedFlink> flink;
  private volatile boolean jobDone;
  private volatile boolean closing;
  private volatile @Nullable String failure;
  private @Nullable EmbeddedJob job;
  private @Nullable GrowingCheckpoints checkpoints;

  /** Starts the generators of a run. */
  @FunctionalInterface
  interface Generators {
    /** Starts none, for a run whose load has ended. */
    Generators NONE = stack -> List.of();

    /** Starts their processes, without waiting for them. */
    List<RestartableGenerator> start(EmbeddedStack stack) throws IOException, InterruptedException;
  }

  /**
   * Returns the backend of a new run. Starts Kafka, Flink and generators in parallel without
   * waiting for them.
   *
   * @param lake lake of the run, to which other runs may write, too
   * @param keepLog how long every record of the log is kept; empty for ever
   * @param warnings receives a sentence when a process was started again; called on any thread
   */
  static EmbeddedBackend ofNewRun(
      ExportLayout layout,
      RunLake lake,
      Duration firstCheckpointInterval,
      Generators generators,
      Optional<Duration> keepLog,
      Consumer<String> warnings)
      throws IOException, InterruptedException {
    EmbeddedBackend backend =
        new EmbeddedBackend(layout, lake, firstCheckpointInterval, keepLog, false, warnings);
    backend.start(generators);
    return backend;
  }

  /**
   * Returns the backend of a run whose processes have ended: its log is served again, and the job
   * continues from its newest checkpoint. Starts Kafka and Flink like a new run, but no generators.
   *
   * @param lake lake of the run, to which other runs may write, too
   * @param warnings receives a sentence when a process was started again; called on any thread
   */
  static EmbeddedBackend ofKilledRun(ExportLayout layout, RunLake lake, Consumer<String> warnings) {
    return new EmbeddedBackend(
        layout, lake, JobConfiguration.SHORT_RUN_INTERVAL, Optional.empty(), true, warnings);
  }

  private EmbeddedBackend(
      ExportLayout layout,
      RunLake lake,
      Duration firstCheckpointInterval,
      Optional<Duration> keepLog,
      boolean resumes,
      Consumer<String> warnings) {
    this.layout = layout;
    this.lake = lake;
    this.warnings = warnings;
    this.firstCheckpointInterval = firstCheckpointInterval;
    this.keepLog = keepLog;
    this.resumes = resumes;
    this.folders = FolderMonitor.over(folders(lake.lake().folder(), layout.checkpoints()));
    CpuPriority.deprioritizeSecondCompiler();
    this.broker =
        stack.startAsync(
            "Kafka broker",
            () -> SupervisedBroker.start(layout.log(), log("kafka.log"), new BrokerListener()));
    this.flink = stack.startAsync("Flink", () -> EmbeddedFlink.start(layout.checkpoints()));
  }

  /**
   * Returns the folders without which the run cannot continue. An object store is none of them: the
   * job waits until it is accessible again.
   */
  private static Path[] folders(Path lake, Path checkpoints) {
    return ObjectStores.contains(lake) ? new Path[] {checkpoints} : new Path[] {lake, checkpoints};
  }

  private final class BrokerListener implements SupervisedBroker.Listener {
    /** A broker that cannot write ends itself, and reports the reason only in its log. */
    @Override
    public Optional<String> obstacle() {
      return folders.check();
    }

    @Override
    public void restarting(String message) {
      if (!closing) {
        warnings.accept(message);
      }
    }

    @Override
    public void ended(String message) {
      failForReason(message);
    }
  }

  private void start(Generators generators) throws IOException, InterruptedException {
    try {
      for (RestartableGenerator generator : generators.start(stack)) {
        started.put(generator.name(), generator);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts generators, which continue the load. Call it before {@link #open}.
   *
   * @param keepLog how long every record of the log is kept; empty for ever
   * @param warnings receives a sentence when a process was started again; called on any thread
   */
  void continueLoad(Generators continued, Optional<Duration> keepLog, Consumer<String> warnings)
      throws IOException, InterruptedException {
    this.keepLog = keepLog;
    this.warnings = warnings;
    start(continued);
  }

  private Path log(String file) {
    return layout.processLogs().resolve(file);
  }

  @Override
  public KafkaCluster kafka() throws RunFailedException, InterruptedException {
    return new KafkaCluster(started(broker, "Kafka").bootstrapServers(), topics);
  }

  private <T> T started(CompletableFuture<T> part, String name)
      throws RunFailedException, InterruptedException {
    try {
      return part.get();
    } catch (ExecutionException e) {
      Throwable cause = requireNonNull(e.getCause());
      String failure = String.valueOf(cause.getMessage());
      if (cause instanceof ChildFailedException child) {
        throw new RunFailedException(
            ExitCode.INFRASTRUCTURE_FAILED, withFolderProblem(failure), child.lastLines());
      }
      throw new RunFailedException(
          ExitCode.INFRASTRUCTURE_FAILED,
          withFolderProblem("Cannot start " + name + ": " + failure));
    }
  }

  /** Adds why a folder cannot be written: a process that cannot write leaves an empty log. */
  private String withFolderProblem(String why) {
    return folders.check().map(problem -> why + ": " + problem).orElse(why);
  }

  @Override
  public void open(LaneLocation coordinator, Consumer<String> exited)
      throws RunFailedException, IOException, InterruptedException {
    String address = kafka().bootstrapServers();
    for (RestartableGenerator generator : started.values()) {
      generator.connectTo(address);
      generator.whenEnded(exited);
    }
    openJob();
    // Only after the start, because a lower priority would delay it.
    CpuPriority.deprioritizeAllExcept(HandshakeProbe.THREADS);
    started(broker, "Kafka").giveWay();
  }

  /**
   * Starts the job alone.
   *
   * @throws RunFailedException if Kafka or Flink cannot be started, or no checkpoint fits the lake
   * @throws IOException if Flink rejects the job
   */
  void openJob() throws RunFailedException, IOException, InterruptedException {
    KafkaCluster kafka = kafka();
    StreamExecutionEnvironment environment =
        LakeJob.of(
            kafka,
            LakeJob.ONLY_GROUP,
            lake.lake().folder(),
            lake.isShared() ? lake.runId().orElse("") : "",
            layout.checkpoints(),
            JobConfiguration.LONGEST_INTERVAL,
            ObjectStores.contains(lake.lake().folder()) ? JobConfiguration.UNLIMITED : RESTARTS,
            keepLog);
    if (resumes) {
      continueFromNewest(environment, kafka);
    }
    job = started(flink, "Flink").submit(environment);
    job.whenEnded(this::jobEnded);
    checkpoints = GrowingCheckpoints.start(firstCheckpointInterval, job::checkpoint);
  }

  private void continueFromNewest(StreamExecutionEnvironment environment, KafkaCluster kafka)
      throws RunFailedException, IOException {
    String folder = JobConfiguration.uriOf(layout.checkpoints());
    RunsInLog runs = new RunsInLog(kafka.kafka(), topics);
    JobStart start = new JobStart(folder, folder, Optional.empty(), lake(), runs::names);
    try {
      JobStart.Decision decision = start.decide();
      LOG.info("{}", decision);
      LOG.info("Deleted {} unfinished files of the former job", start.deleteAllOrphans());
      decision.applyTo(environment);
    } catch (JobStartException e) {
      throw new RunFailedException(
          ExitCode.INFRASTRUCTURE_FAILED,
          String.valueOf(e.getMessage()),
          List.of(
              "To build the lake again from the log, in a new folder: " + ReportHint.into(layout)));
    }
  }

  private void jobEnded(String why) {
    if (!jobDone) {
      fail(why.isEmpty() ? "the job was cancelled" : "the job failed: " + why);
    }
  }

  private void fail(String why) {
    // The job exits if it cannot write, but reports the reason only in its log.
    failForReason(withFolderProblem(why));
  }

  private void failForReason(String why) {
    if (!closing && failure == null) {
      failure = "Cannot continue: " + why;
    }
  }

  @Override
  public Optional<String> failure() {
    return failure == null
        ? folders.problem().map(problem -> "Cannot continue: " + problem)
        : Optional.of(failure);
  }

  @Override
  public Duration startLead() {
    return START_LEAD;
  }

  /** Generators of a run that continues have been started, but need time to report. */
  @Override
  public Duration returnTimeout(Duration sinceStart) {
    Duration left = resumes ? START_TIMEOUT.minus(sinceStart) : Duration.ZERO;
    return left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public boolean restart(String processId) {
    RestartableGenerator generator = requireNonNull(started.get(processId));
    Optional<RestartLimit.Restart> restart = generator.restart();
    warnings.accept(
        "generator %s ended (%s); %s"
            .formatted(
                processId,
                generator.lastEnd(),
                restart
                    .map(permitted -> "restarting it (" + permitted.ofLimit() + ")")
                    .orElse(RestartLimit.reached() + ", and the run continues without it")));
    return restart.isPresent();
  }

  @Override
  public OptionalLong issued(String laneId) {
    try {
      Long issued = IssuedCounts.readAll(layout.processLogs()).get(laneId);
      return issued == null ? OptionalLong.empty() : OptionalLong.of(issued);
    } catch (IOException e) {
      LOG.warn("Cannot read what lane {} issued: {}", laneId, e.getMessage());
      return OptionalLong.empty();
    }
  }

  @Override
  public CompletableFuture<Long> checkpoint() {
    return requireNonNull(job).checkpoint();
  }

  /**
   * Closes Flink in the background, because this takes a second of CPU time that the report needs,
   * too.
   */
  @Override
  public void releaseJob() {
    jobDone = true;
    requireNonNull(checkpoints).close();
    flink.join().closeAsync();
  }

  @Override
  public Lake lake() {
    return lake.lake();
  }

  @Override
  public void close() {
    closing = true;
    if (checkpoints != null) {
      checkpoints.close();
    }
    folders.close();
    stack.close();
  }
}
