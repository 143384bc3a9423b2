package io.longhaul.pipeline;

import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.pipeline.source.LaneSources;
import io.longhaul.pipeline.source.RunsInLog;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetSinks;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job as it is submitted to a Flink cluster: Kafka in, Parquet out. It is named after the
 * prefix of its topics.
 *
 * <p>It may be submitted at any time: one that runs already is left alone, and one that ended
 * continues from its newest checkpoint or savepoint (see {@link JobStart}).
 */
public final class ProfileJobMain {
  private ProfileJobMain() {}

  /**
   * Hands the job to the cluster.
   *
   * @throws ProgramParametrizationException when the arguments make no sense, with all problems;
   *     Flink's client prints it without a stack trace
   */
  public static void main(String[] words) throws Exception {
    JobArguments told = told(words);
    String name = told.topics().prefix();
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(
            JobConfiguration.of(
                told.checkpoints(), told.checkpointInterval(), JobConfiguration.UNLIMITED));

    RunningJobs cluster = RunningJobs.of(env.getConfiguration());
    Optional<String> running = cluster.named(name);
    if (running.isPresent()) {
      System.err.println("Job " + name + " runs already: " + running.get());
      return;
    }
    begin(jobStart(env, told), env);
    jobOf(told, register(told)).build(env);
    Optional<String> failure = cluster.awaitRunning(env.executeAsync(name));
    if (failure.isPresent()) {
      throw new ProgramParametrizationException("The job has failed: " + failure.get());
    }
  }

  private static JobArguments told(String[] words) {
    try {
      return JobArguments.parse(words);
    } catch (IllegalArgumentException e) {
      throw new ProgramParametrizationException(e.getMessage());
    }
  }

  private static JobStart jobStart(StreamExecutionEnvironment env, JobArguments told) {
    Optional<String> named =
        told.from()
            .or(() -> env.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH));
    String savepoints =
        env.getConfiguration()
            .getOptional(CheckpointingOptions.SAVEPOINT_DIRECTORY)
            .map(JobArguments::uri)
            .orElse(told.checkpoints());
    RunsInLog log = new RunsInLog(told.bootstrap(), told.topics(), told.kafka());
    return new JobStart(told.checkpoints(), savepoints, named, told.lake(), log::names);
  }

  private static void begin(JobStart start, StreamExecutionEnvironment env) {
    try {
      start.decide().applyTo(env, System.err);
    } catch (JobStartException e) {
      throw new ProgramParametrizationException(e.getMessage());
    }
    start.deleteOrphans(System.err);
  }

  /** Coordinators look there for the job that writes this lake. */
  private static JobRegistration register(JobArguments told) {
    try {
      return JobRegistration.register(
          new Lake(told.lake()), told.topics().prefix(), told.checkpointInterval());
    } catch (IOException e) {
      throw new ProgramParametrizationException(
          "Cannot start the job: cannot write into " + told.lake() + ": " + e.getMessage());
    }
  }

  private static ProfileJob jobOf(JobArguments told, JobRegistration registration) {
    return new ProfileJob(
        LaneSources.kafka(
            told.bootstrap(), told.topics(), registration.consumerGroup(), told.kafka()),
        new ParquetSinks(told.lake()),
        LiveSinks.NONE
            .withSlices(LiveTopicSink.slices(told.bootstrap(), told.topics(), told.kafka()))
            .withRejected(LiveTopicSink.rejected(told.bootstrap(), told.topics(), told.kafka())),
        told.options());
  }
}
