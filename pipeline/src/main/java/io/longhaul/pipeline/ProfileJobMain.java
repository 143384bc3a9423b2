package io.longhaul.pipeline;

import io.longhaul.kafka.KafkaAccessException;
import io.longhaul.kafka.Role;
import io.longhaul.kafka.SchemaRegistryException;
import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.pipeline.source.LaneSources;
import io.longhaul.pipeline.source.RunsInLog;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.ParquetSinks;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Main class of the job on a Flink cluster: it reads from Kafka and writes Parquet. The job's name
 * is the prefix of its topics.
 *
 * <p>It can be submitted at any time. If the job is already running, the submission has no effect.
 * If the job has ended, it continues from its newest checkpoint or savepoint (see {@link
 * JobStart}).
 */
public final class ProfileJobMain {
  private ProfileJobMain() {}

  /**
   * Submits the job to the cluster.
   *
   * @throws ProgramParametrizationException if the arguments are invalid; the message lists all
   *     problems, and Flink's client prints it without a stack trace
   */
  public static void main(String[] words) throws Exception {
    JobArguments arguments = parse(words);
    String name = arguments.topics().prefix();
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(
            JobConfiguration.of(
                arguments.checkpoints(),
                arguments.checkpointInterval(),
                JobConfiguration.UNLIMITED));

    RunningJobs cluster = RunningJobs.of(env.getConfiguration());
    Optional<String> running = cluster.named(name);
    if (running.isPresent()) {
      System.err.println("Job " + name + " is already running: " + running.get());
      return;
    }
    requireAccess(arguments);
    OptionalInt schemaId = registeredSchema(arguments);
    applyStart(jobStart(env, arguments), env);
    jobOf(arguments, schemaId, savepoints(env, arguments), register(arguments)).build(env);
    JobClient job = env.executeAsync(name);
    register(job, arguments.checkpoints());
    Optional<String> failure = cluster.awaitRunning(job);
    if (failure.isPresent()) {
      throw new ProgramParametrizationException("The job has failed: " + failure.get());
    }
  }

  private static void register(JobClient job, String checkpoints) {
    try {
      new CheckpointFolder(checkpoints).register(job.getJobID().toString());
    } catch (IOException e) {
      System.err.printf(
          "Warning: savepoints of job %s must be named with --from, because no file could be written into %s: %s%n",
          job.getJobID(), checkpoints, e.getMessage());
    }
  }

  private static JobArguments parse(String[] words) {
    try {
      return JobArguments.parse(words);
    } catch (IllegalArgumentException e) {
      throw new ProgramParametrizationException(e.getMessage());
    }
  }

  /** Without this check, a job that Kafka refuses would restart indefinitely. */
  private static void requireAccess(JobArguments arguments) throws InterruptedException {
    arguments.kafka().config().warning().ifPresent(text -> System.err.println("Warning: " + text));
    try {
      arguments
          .kafka()
          .requireAccess(
              arguments.topics(),
              arguments.keepLog().isPresent() ? Role.DELETING_JOB : Role.JOB,
              JobRegistration.GROUP_PREFIX);
    } catch (KafkaAccessException e) {
      throw new ProgramParametrizationException(e.getMessage());
    }
  }

  /** Returns the ID of the schema of slices in the registry; empty without a registry. */
  private static OptionalInt registeredSchema(JobArguments arguments) throws InterruptedException {
    try {
      return LiveTopicSink.registerSlices(arguments.schemaRegistry(), arguments.topics());
    } catch (SchemaRegistryException e) {
      throw new ProgramParametrizationException(e.getMessage());
    }
  }

  private static JobStart jobStart(StreamExecutionEnvironment env, JobArguments arguments) {
    Optional<String> named =
        arguments
            .from()
            .or(() -> env.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH));
    RunsInLog log = new RunsInLog(arguments.kafka(), arguments.topics());
    return new JobStart(
        arguments.checkpoints(),
        savepoints(env, arguments),
        named,
        new Lake(arguments.lake()),
        log::names);
  }

  /** Returns the URI of the folder of savepoints. */
  private static String savepoints(StreamExecutionEnvironment env, JobArguments arguments) {
    return env.getConfiguration()
        .getOptional(CheckpointingOptions.SAVEPOINT_DIRECTORY)
        .map(JobArguments::uri)
        .orElse(arguments.checkpoints());
  }

  private static void applyStart(JobStart start, StreamExecutionEnvironment env) {
    try {
      start.decide().applyTo(env, System.err);
    } catch (JobStartException e) {
      throw new ProgramParametrizationException(e.getMessage());
    }
    start.deleteOrphans(System.err);
  }

  /** Registers the job in the lake, where coordinators look for the job that writes it. */
  private static JobRegistration register(JobArguments arguments) {
    try {
      return JobRegistration.register(
          new Lake(arguments.lake()), arguments.topics().prefix(), arguments.checkpointInterval());
    } catch (IOException e) {
      throw new ProgramParametrizationException(
          "Cannot start the job: cannot write to " + arguments.lake() + ": " + e.getMessage());
    }
  }

  private static ProfileJob jobOf(
      JobArguments arguments,
      OptionalInt schemaId,
      String savepoints,
      JobRegistration registration) {
    return new ProfileJob(
        LaneSources.kafka(arguments.kafka(), arguments.topics(), registration.consumerGroup()),
        new ParquetSinks(arguments.lake()),
        LiveSinks.NONE
            .withSlices(LiveTopicSink.slices(arguments.kafka(), arguments.topics(), schemaId))
            .withRejected(LiveTopicSink.rejected(arguments.kafka(), arguments.topics())),
        JobRetention.of(
            arguments.kafka(),
            arguments.topics(),
            registration.consumerGroup(),
            arguments.lake(),
            "",
            arguments.checkpoints(),
            savepoints,
            arguments.keepLog()),
        arguments.parallelism());
  }
}
