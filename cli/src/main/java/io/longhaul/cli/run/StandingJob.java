package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.pipeline.JobConfiguration;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The job that serves many runs, in this process, until a signal ends it. */
public final class StandingJob {
  private final KafkaCluster kafka;
  private final Path lake;
  private final Path checkpoints;
  private final Duration checkpointInterval;

  /** A job that does not run yet. */
  public StandingJob(KafkaCluster kafka, Path lake, Path checkpoints, int checkpointSeconds) {
    this.kafka = kafka;
    this.lake = lake;
    this.checkpoints = checkpoints;
    this.checkpointInterval = Duration.ofSeconds(checkpointSeconds);
  }

  /**
   * Runs it.
   *
   * @throws RunFailedException when the job failed for good
   */
  public ExitCode runUntilEnded(PrintStream err) throws Exception {
    CompletableFuture<String> ended = new CompletableFuture<>();
    try (EmbeddedFlink flink = EmbeddedFlink.start(checkpoints);
        Interrupts interrupts = new Interrupts(number -> ended.complete(""))) {
      EmbeddedJob job =
          flink.submit(
              LakeJob.of(kafka, lake, checkpoints, checkpointInterval, JobConfiguration.UNLIMITED));
      job.whenEnded(ended::complete);
      err.println("The pipeline runs; Ctrl-C ends it. Lake: " + lake);
      String why = ended.get();
      if (!why.isEmpty()) {
        throw new RunFailedException(
            ExitCode.INFRASTRUCTURE_FAILED, "The job failed: " + why, List.of());
      }
      if (interrupts.count() > 0) {
        // What no checkpoint holds yet is read again by the next one.
        job.checkpoint().get();
      }
      return ExitCode.DONE;
    }
  }
}
