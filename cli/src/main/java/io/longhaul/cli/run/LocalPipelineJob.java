package io.longhaul.cli.run;

import io.longhaul.cli.embedded.EmbeddedFlink;
import io.longhaul.cli.embedded.EmbeddedJob;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.JobStart;
import io.longhaul.pipeline.JobStartException;
import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.pipeline.source.RunsInLog;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job for many runs in this process, until a signal ends it.
 *
 * @param checkpointInterval time between checkpoints
 * @param from checkpoint to start from; empty for the newest one
 * @param keepLog how long every record of the log is kept; empty for ever
 * @param schemaId ID of the schema of slices in a schema registry; empty for none
 */
public record LocalPipelineJob(
    KafkaCluster kafka,
    Path lake,
    Path checkpoints,
    Duration checkpointInterval,
    Optional<String> from,
    Optional<Duration> keepLog,
    OptionalInt schemaId) {
  /**
   * Runs the job, from its newest checkpoint if it has run before.
   *
   * @param running receives true when the job runs, and false when it has ended
   * @throws JobStartException if the job would write rows twice
   * @throws RunFailedException if it failed permanently
   */
  public ExitCode runUntilEnded(PrintStream err, Consumer<Boolean> running)
      throws RunFailedException, JobStartException, IOException, InterruptedException {
    JobStart start = start();
    JobStart.Decision decision = start.decide();
    start.deleteOrphans(err);
    CompletableFuture<String> ended = new CompletableFuture<>();
    try (EmbeddedFlink flink = EmbeddedFlink.start(checkpoints);
        Interrupts interrupts = new Interrupts(number -> ended.complete(""))) {
      StreamExecutionEnvironment environment =
          LakeJob.of(
              kafka,
              LiveTopicSink.slices(kafka.kafka(), kafka.topics(), schemaId),
              registered().consumerGroup(),
              lake,
              "",
              checkpoints,
              checkpointInterval,
              JobConfiguration.UNLIMITED,
              keepLog);
      decision.applyTo(environment, err);
      EmbeddedJob job = flink.submit(environment);
      running.accept(true);
      job.whenEnded(
          why -> {
            running.accept(false);
            ended.complete(why);
          });
      err.println("The pipeline is running; Ctrl-C stops it. Lake: " + lake);
      String why = ended.get();
      if (!why.isEmpty()) {
        throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, "The job failed: " + why);
      }
      if (interrupts.count() > 0) {
        // Later events are read again when the job is started the next time.
        job.checkpoint().get();
      }
      return ExitCode.DONE;
    } catch (ExecutionException e) {
      throw new IOException(e.toString(), e);
    }
  }

  private JobRegistration registered() throws IOException {
    return JobRegistration.register(new Lake(lake), kafka.topics().prefix(), checkpointInterval);
  }

  private JobStart start() {
    String folder = JobConfiguration.uriOf(checkpoints);
    RunsInLog log = new RunsInLog(kafka.kafka(), kafka.topics());
    return new JobStart(folder, folder, from, new Lake(lake), log::names);
  }
}
