package io.longhaul.cli;

import io.longhaul.cli.run.LocalPipelineJob;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.options.LakeFolderConverter;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.RunTopics;
import io.longhaul.kafka.KeepLog;
import io.longhaul.kafka.Role;
import io.longhaul.kafka.SchemaRegistry;
import io.longhaul.kafka.SchemaRegistryException;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.JobStartException;
import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.store.ObjectStores;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the job for many runs, with an existing Kafka cluster. */
@Command(
    name = "pipeline",
    description =
        "Runs the Flink job that reads the events of runs from Kafka and writes a lake of"
            + " Parquet files.",
    footer = {
      "",
      Quantities.HELP_DURATIONS,
      "To use a Flink cluster, submit the job's jar instead; see docs/running-distributed.md."
    })
final class PipelineCommand implements CheckedAction {
  @Mixin KafkaOptions kafka = new KafkaOptions();

  @SuppressWarnings("NullAway") // required, so the parser sets it
  @Option(
      names = "--lake",
      paramLabel = "LAKE",
      converter = LakeFolderConverter.class,
      required = true,
      description = "Lake folder to write to.")
  Path lake;

  @Option(
      names = "--checkpoints",
      paramLabel = "DIR",
      description = "Folder for checkpoints. Default: checkpoints, next to the lake")
  @Nullable Path checkpoints;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description =
          "Checkpoint to restore. Default: the latest checkpoint of a job that wrote to this lake")
  @Nullable Path from;

  @Option(
      names = "--checkpoint-interval",
      description =
          "Time between checkpoints, at least 1 second. Each checkpoint makes new rows visible."
              + " Default: 5")
  Duration checkpointInterval = Duration.ofSeconds(5);

  @Option(
      names = KeepLog.OPTION,
      description =
          "Keep the records of the log for this long. Older ones are deleted when no checkpoint,"
              + " savepoint or other job needs them. With the value all, the whole log is kept."
              + " Minimum: 10m. Default: 24h")
  OptionValue.@Nullable LogAge keepLog;

  @Option(
      names = SchemaRegistry.OPTION,
      paramLabel = "URL",
      description =
          "Schema registry in which to register the schema of the topic of slices. Each record then"
              + " has the ID of its schema in a header. User and password:"
              + " LONGHAUL_SCHEMA_REGISTRY_USER_INFO")
  @Nullable String schemaRegistry;

  @Mixin StatusOptions statusOptions = new StatusOptions();

  @Override
  @SuppressWarnings("try") // only serves until the end
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          JobStartException,
          IOException,
          InterruptedException {
    if (checkpointInterval.toSeconds() < 1) {
      throw RunFailedException.usage(
          "Invalid --checkpoint-interval: %d ms (1 second or more)"
              .formatted(checkpointInterval.toMillis()));
    }
    if (checkpoints == null && ObjectStores.contains(lake)) {
      throw RunFailedException.usage(
          "Invalid --checkpoints: no value (a folder of this machine, because the lake is in an object store)");
    }
    Optional<SchemaRegistry> registry = registry();
    KafkaCluster cluster = kafka.cluster(terminal);
    Optional<Duration> kept = keptLog();
    PipelineStatus status = new PipelineStatus();
    try (Closeable served = statusOptions.open(status, terminal)) {
      return execute(cluster, kept, registry, status, terminal);
    }
  }

  private ExitCode execute(
      KafkaCluster cluster,
      Optional<Duration> kept,
      Optional<SchemaRegistry> registry,
      PipelineStatus status,
      Terminal terminal)
      throws RunFailedException, JobStartException, IOException, InterruptedException {
    cluster.requireAccess(
        kept.isPresent() ? Role.DELETING_JOB : Role.JOB, JobRegistration.GROUP_PREFIX);
    new RunTopics(cluster).ensure(RunTopics.DEFAULT_TIMING_PARTITIONS);
    OptionalInt schemaId = registeredSchema(registry, cluster);
    Path folder =
        checkpoints == null ? lake.toAbsolutePath().resolveSibling("checkpoints") : checkpoints;
    return new LocalPipelineJob(
            cluster,
            lake.toAbsolutePath(),
            folder,
            Duration.ofSeconds(checkpointInterval.toSeconds()),
            Optional.ofNullable(from).map(JobConfiguration::uriOf),
            kept,
            schemaId)
        .runUntilEnded(terminal.err(), status::setRunning);
  }

  private Optional<SchemaRegistry> registry() throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    try {
      return Optional.ofNullable(schemaRegistry)
          .map(url -> SchemaRegistry.of(url, System.getenv()));
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
      problems.throwIfAny();
      return Optional.empty();
    }
  }

  private static OptionalInt registeredSchema(
      Optional<SchemaRegistry> registry, KafkaCluster cluster)
      throws RunFailedException, InterruptedException {
    try {
      return LiveTopicSink.registerSlices(registry, cluster.topics());
    } catch (SchemaRegistryException e) {
      throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, String.valueOf(e.getMessage()));
    }
  }

  private Optional<Duration> keptLog() throws InvalidOptionsException {
    if (keepLog != null) {
      OptionProblems problems = new OptionProblems();
      keepLog.check(problems);
      problems.throwIfAny();
    }
    return OptionValue.LogAge.of(keepLog);
  }
}
