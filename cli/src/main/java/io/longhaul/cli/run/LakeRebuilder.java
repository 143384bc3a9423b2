package io.longhaul.cli.run;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.cli.embedded.EmbeddedStack;
import io.longhaul.cli.embedded.KafkaProcess;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.control.coordinator.AbandonedRun;
import io.longhaul.control.coordinator.CommitWaiter;
import io.longhaul.kafka.KeepLog;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Rebuilds the lake of a run in another folder from the run's retained log. The new lake is
 * complete even if the run was aborted.
 *
 * @param warnings receives sentences about damaged files
 */
public record LakeRebuilder(ExportLayout from, ExportLayout into, Consumer<String> warnings) {
  private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(90);
  private static final int RESTARTS = 3;

  /**
   * Reads the log and writes the lake.
   *
   * @return the run's ID
   * @throws RunFailedException if there is no log, or Kafka or Flink failed
   */
  @SuppressWarnings("try") // only locks the folders
  public String rebuild()
      throws RunFailedException, ChildFailedException, IOException, InterruptedException {
    if (Files.exists(into.lake())) {
      throw RunFailedException.usage(
          "Cannot rebuild into " + into.folder() + ": it contains a lake (give a new folder)");
    }
    NewRunFolder.requireNoRun("rebuild", into);
    if (!Files.isDirectory(from.log())) {
      throw RunFailedException.usage(
          "Cannot rebuild %s: it contains no log (report it without --into; after a run with --kafka the log is in that cluster)"
              .formatted(from.folder()));
    }
    try (RunFolder source = RunFolder.hold(from.folder());
        RunFolder target = RunFolder.hold(into.folder());
        EmbeddedStack stack = new EmbeddedStack()) {
      ClaimedNames claimed = new ClaimedNames(into);
      claimed.claim(into.groundNames());
      claimed.claim(into.documentNames());
      Files.createDirectories(into.processLogs());
      return rebuild(stack);
    }
  }

  private void requireWholeLog(KafkaCluster kafka, Map<String, Integer> partitions)
      throws RunFailedException {
    long deleted = kafka.deletedRecords(partitions);
    if (deleted > 0) {
      throw RunFailedException.usage(
          "Cannot rebuild %s: the first %,d records of its log were deleted during the run (%s); its lake contains their content (report it without --into, or finish it with longhaul resume)"
              .formatted(from.folder(), deleted, KeepLog.OPTION));
    }
  }

  private String rebuild(EmbeddedStack stack)
      throws RunFailedException, ChildFailedException, IOException, InterruptedException {
    KafkaProcess broker =
        stack.start(
            "Kafka broker",
            () -> KafkaProcess.start(from.log(), into.processLogs().resolve("kafka.log")));
    KafkaCluster kafka =
        new KafkaCluster(broker.bootstrapServers(), new Topics(Topics.DEFAULT_PREFIX));
    Map<String, Integer> partitions = new RunTopics(kafka).ensure(1);
    requireWholeLog(kafka, partitions);
    AbandonedRun found =
        AbandonedRun.latestIn(kafka, partitions)
            .orElseThrow(
                () ->
                    RunFailedException.usage(
                        "Cannot rebuild " + from.folder() + ": its log contains no started run"));
    new StoredEvents(from, warnings).sendTo(kafka);
    AbandonedRun run = found.readAgain();
    run.end(IssuedCounts.readAll(from.processLogs()));
    String runId = run.runId();

    EmbeddedFlink flink = stack.start("Flink", () -> EmbeddedFlink.start(into.checkpoints()));
    EmbeddedJob job =
        flink.submit(
            LakeJob.of(
                kafka,
                LakeJob.ONLY_GROUP,
                into.lake(),
                "",
                into.checkpoints(),
                JobConfiguration.SHORT_RUN_INTERVAL,
                RESTARTS,
                Optional.empty()));
    AtomicReference<String> failure = new AtomicReference<>();
    job.whenEnded(why -> failure.set("The job failed: " + why));
    CommitWaiter.Committed committed =
        new CommitWaiter(
                new Lake(into.lake()),
                runId,
                job::checkpoint,
                () -> Optional.ofNullable(failure.get()),
                () -> false)
            .await(COMMIT_TIMEOUT, CommitWaiter.ProgressListener.NONE);
    if (committed.summary().isEmpty() || !committed.missing().isEmpty()) {
      throw new IOException("Cannot rebuild the whole run from its log: " + committed.missing());
    }
    Manifest.open(new Lake(into.lake()), runId).catchUp();
    return runId;
  }
}
