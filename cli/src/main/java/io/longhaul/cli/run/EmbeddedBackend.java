package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.LaneLocation;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.cli.embedded.EmbeddedStack;
import io.longhaul.cli.embedded.GeneratorProcess;
import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.cli.folder.FolderMonitor;
import io.longhaul.load.handshake.HandshakeProbe;
import io.longhaul.load.keep.StoredContent;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.time.CpuPriority;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.json.ExportLevel;
import io.longhaul.sinks.json.RunDocuments;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A backend on this machine: broker and generators as child processes, the job in this process. */
final class EmbeddedBackend implements RunBackend {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBackend.class);
  private static final int RESTARTS = 10;

  private final ExportLayout layout;
  private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);
  private final String runId;
  private final int generators;
  private final ExportLevel exportLevel;
  private final String mainClass;
  private final String secretLine;
  private final Duration checkpointInterval;
  private final FolderMonitor folders;
  private final EmbeddedStack stack = new EmbeddedStack();
  private final CompletableFuture<KafkaProcess> broker;
  private final CompletableFuture<EmbeddedFlink> flink;
  private final List<GeneratorProcess> children = new ArrayList<>();
  private volatile boolean jobDone;
  private volatile boolean closing;
  private volatile String failure;
  private EmbeddedJob job;

  /**
   * Starts Kafka and Flink in parallel, without waiting for them.
   *
   * @param exportLevel determines which exchanges generators store for the documents
   * @param mainClass main class of this program, for child processes
   * @param secretLine secrets that generators read from their standard input
   */
  EmbeddedBackend(
      ExportLayout layout,
      String runId,
      int generators,
      ExportLevel exportLevel,
      String mainClass,
      String secretLine,
      Duration checkpointInterval) {
    this.layout = layout;
    this.runId = runId;
    this.generators = generators;
    this.exportLevel = exportLevel;
    this.mainClass = mainClass;
    this.secretLine = secretLine;
    this.checkpointInterval = checkpointInterval;
    this.folders = FolderMonitor.over(layout.lake(), layout.checkpoints());
    this.broker =
        stack.startAsync("Kafka broker", () -> KafkaProcess.start(layout.log(), log("kafka.log")));
    this.flink = stack.startAsync("Flink", () -> EmbeddedFlink.start(layout.checkpoints()));
  }

  private Path log(String file) {
    return layout.processLogs().resolve(file);
  }

  @Override
  public KafkaCluster kafka() throws Exception {
    KafkaProcess started = started(broker, "Kafka");
    started.whenEnded(status -> fail("Kafka broker ended with status " + status));
    return new KafkaCluster(started.bootstrapServers(), topics);
  }

  private <T> T started(CompletableFuture<T> part, String name)
      throws RunFailedException, InterruptedException {
    try {
      return part.get();
    } catch (ExecutionException e) {
      boolean isChild = e.getCause() instanceof ChildFailedException;
      String failure =
          isChild
              ? e.getCause().getMessage()
              : "Cannot start " + name + ": " + e.getCause().getMessage();
      // A process that cannot write leaves an empty log.
      String why = folders.check().map(problem -> failure + ": " + problem).orElse(failure);
      throw new RunFailedException(
          ExitCode.INFRASTRUCTURE_FAILED,
          why,
          isChild ? ((ChildFailedException) e.getCause()).lastLines() : List.of());
    }
  }

  @Override
  public void open(LaneLocation coordinator, Consumer<String> exited) throws Exception {
    KafkaCluster kafka = kafka();
    for (int i = 0; i < generators; i++) {
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
                    checkpointInterval,
                    RESTARTS));
    job.whenEnded(this::jobEnded);
    // Only after the start, because a lower priority would delay it.
    CpuPriority.deprioritizeAllExcept(HandshakeProbe.THREADS);
  }

  private void jobEnded(String why) {
    if (!jobDone) {
      fail(why.isEmpty() ? "the job was cancelled" : "the job failed: " + why);
    }
  }

  private GeneratorProcess startGenerator(int number, KafkaCluster kafka) throws Exception {
    String name = "g" + number;
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "generate",
                "--with-parent",
                "--kafka",
                kafka.bootstrapServers(),
                "--run-id",
                runId,
                "--name",
                name,
                "--unsent-dir",
                layout.unsentEvents().toString(),
                "--issued-counts",
                log("generator-" + name + IssuedCounts.SUFFIX).toString()));
    if (RunDocuments.needsKept(layout.also(), exportLevel)) {
      arguments.addAll(List.of("--keep-in", layout.kept().toString(), "--keep", storedParts()));
    }
    if (number == 0) { // every generator creates the same dataset
      arguments.addAll(List.of("--inputs", layout.inputsJson().toString()));
    }
    return stack.start(
        "generator " + name,
        () ->
            GeneratorProcess.start(
                name, mainClass, arguments, secretLine, log("generator-" + name + ".log")));
  }

  /** Returns which parts of exchanges the documents need. */
  private String storedParts() {
    Set<StoredContent> parts = EnumSet.noneOf(StoredContent.class);
    if (exportLevel == ExportLevel.RAW) {
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
      failure =
          "Cannot continue: " + folders.check().map(problem -> why + ": " + problem).orElse(why);
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
    return job.checkpoint();
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
