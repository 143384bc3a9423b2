package io.longhaul.pipeline;

import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.pipeline.source.LaneSources;
import io.longhaul.sinks.parquet.ParquetSinks;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job as it is submitted to a Flink cluster: Kafka in, Parquet out. It is named after the
 * prefix of its topics.
 *
 * <p>It may be submitted at any time: one that runs already is left alone, and one that ended goes
 * on from the newest checkpoint in its folder, since one that began anew would write every row of
 * the log again.
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

    Optional<String> running = RunningJobs.of(env.getConfiguration()).named(name);
    if (running.isPresent()) {
      System.err.println("Job " + name + " runs already: " + running.get());
      return;
    }
    goOn(env, told.checkpoints());
    jobOf(told).build(env);
    env.execute(name);
  }

  private static JobArguments told(String[] words) {
    try {
      return JobArguments.parse(words);
    } catch (IllegalArgumentException e) {
      throw new ProgramParametrizationException(e.getMessage());
    }
  }

  /** From where Flink's client was told, or else from the newest checkpoint. */
  private static void goOn(StreamExecutionEnvironment env, String checkpoints) throws IOException {
    if (env.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH).isPresent()) {
      return;
    }
    Optional<String> newest = new CheckpointFolder(checkpoints).newest();
    if (newest.isPresent()) {
      System.err.println("Going on from checkpoint " + newest.get());
      Configuration start = new Configuration();
      start.set(StateRecoveryOptions.SAVEPOINT_PATH, newest.get());
      env.configure(start);
    }
  }

  private static ProfileJob jobOf(JobArguments told) {
    return new ProfileJob(
        LaneSources.kafka(told.bootstrap(), told.topics(), told.kafka()),
        new ParquetSinks(told.lake()),
        LiveSinks.NONE
            .withSlices(LiveTopicSink.slices(told.bootstrap(), told.topics(), told.kafka()))
            .withRejected(LiveTopicSink.rejected(told.bootstrap(), told.topics(), told.kafka())),
        told.options());
  }
}
