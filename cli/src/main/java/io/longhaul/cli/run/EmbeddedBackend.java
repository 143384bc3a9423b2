package io.longhaul.cli.run;

import static java.util.Objects.requireNonNull;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.cli.embedded.EmbeddedStack;
import io.longhaul.cli.embedded.GeneratorProcess;
import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.handshake.HandshakeProbe;
import io.longhaul.load.keep.StoredContent;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.time.CpuPriority;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.folder.FolderMonitor;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A backend on this machine: broker and generators as child processes, the job in this process. */
final class EmbeddedBackend implements RunBackend {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBackend.class);
  private static final int RESTARTS = 10;

  private static final long SHORT_RUN_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final RunSettings settings;
  private final ExportLayout layout;
  private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
  private final FolderMonitor folders;
  private final EmbeddedStack stack = new EmbeddedStack();
  private final CompletableFuture<KafkaProcess> broker;
  private final CompletableFuture<EmbeddedFlink> flink;
  private final List<GeneratorProcess> children = new ArrayList<>();
  private volatile boolean jobDone;
  private volatile boolean closing;
  private volatile @Nullable String failure;
  private @Nullable EmbeddedJob job;

  /** Starts Kafka and Flink in parallel, without waiting for them. */
  EmbeddedBackend(RunSettings settings) {
    this.settings = settings;
    this.layout = settings.profile().layout();
    this.folders = FolderMonitor.over(layout.lake(), layout.checkpoints());
    this.broker =
        stack.startAsync("Kafka broker", () -> KafkaProcess.start(layout.log(), log("kafka.log")));
    this.flink = stack.startAsync("Flink", () -> EmbeddedFlink.start(layout.checkpoints()));
  }

  private Path log(String file) {
    return layout.processLogs().resolve(file);
  }

  @Override
  public KafkaCluster kafka() throws RunFailedException, InterruptedException {
    KafkaProcess started = started(broker, "Kafka");
    started.whenEnded(status -> fail("Kafka broker ended with status " + status));
    return new KafkaCluster(started.bootstrapServers(), topics);
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
    KafkaCluster kafka = kafka();
    for (int i = 0; i < settings.profile().generators(); i++) {
      GeneratorProcess generator = startGenerator(i, kafka);
      children.add(generator);
      generator.whenEnded(status -> exited.accept(generator.name()));
    }
    job =
        started(flink, "Flink")
            .submit(
                LakeJob.of(
                    kafka,
                    LakeJob.ONLY_GROUP,
                    layout.lake(),
                    layout.checkpoints(),
                    isShort()
                        ? JobConfiguration.SHORT_RUN_INTERVAL
                        : JobConfiguration.LONG_RUN_INTERVAL,
                    RESTARTS));
    job.whenEnded(this::jobEnded);
    // Only after the start, because a lower priority would delay it.
    CpuPriority.deprioritizeAllExcept(HandshakeProbe.THREADS);
  }

  private boolean isShort() {
    Long duration = settings.profile().plan().load().profiling().durationNanos();
    return duration == null || duration <= SHORT_RUN_NANOS;
  }

  private void jobEnded(String why) {
    if (!jobDone) {
      fail(why.isEmpty() ? "the job was cancelled" : "the job failed: " + why);
    }
  }

  private GeneratorProcess startGenerator(int number, KafkaCluster kafka)
      throws IOException, InterruptedException {
    String name = "g" + number;
    List<String> arguments = new ArrayList<>(List.of("generate", "--with-parent"));
    arguments.addAll(
        List.of(
            "--kafka", kafka.bootstrapServers(),
            "--run-id", settings.profile().plan().runId(),
            "--name", name,
            "--spool-dir", layout.spools().toString(),
            "--issued-counts", log("generator-" + name + IssuedCounts.SUFFIX).toString()));
    arguments.addAll(settings.profile().spool().generatorOptions());
    if (RunDocuments.needsKept(layout.also(), settings.profile().exportLevel())) {
      arguments.addAll(List.of("--keep-in", layout.kept().toString(), "--keep", storedParts()));
    }
    if (number == 0) { // every generator creates the same dataset
      arguments.addAll(List.of("--inputs", layout.inputsJson().toString()));
    }
    return stack.start(
        "generator " + name,
        () ->
            GeneratorProcess.start(
                name,
                settings.mainClass(),
                arguments,
                settings.secretLine(),
                log("generator-" + name + ".log")));
  }

  /** Returns which parts of exchanges the documents need. */
  private String storedParts() {
    Set<StoredContent> parts = EnumSet.noneOf(StoredContent.class);
    if (settings.profile().exportLevel() == ExportLevel.RAW) {
      parts.add(StoredContent.RAW);
    }
    if (layout.also().contains(OptionalExport.OUTPUTS_JSON)) {
      parts.add(StoredContent.TEXT);
    }
    return parts.stream().map(StoredContent::name).collect(Collectors.joining(","));
  }

  private void fail(String why) {
    if (!closing && failure == null) {
      // Broker and job exit if they cannot write, but report the reason only in their logs.
      failure = "Cannot continue: " + withFolderProblem(why);
    }
  }

  @Override
  public Optional<String> failure() {
    return failure == null
        ? folders.problem().map(problem -> "Cannot continue: " + problem)
        : Optional.of(failure);
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
    flink.join().closeAsync();
  }

  @Override
  public Lake lake() {
    return new Lake(layout.lake());
  }

  @Override
  public void close() {
    closing = true;
    folders.close();
    stack.close();
  }
}
