package io.longhaul.cli.run;

import io.longhaul.control.KafkaCluster;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.JobConfiguration;
import io.longhaul.pipeline.JobRetention;
import io.longhaul.pipeline.LiveSinks;
import io.longhaul.pipeline.ProfileJob;
import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.pipeline.source.LaneSources;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.parquet.ParquetSinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Builds the job for one machine: lanes from Kafka, rows into a local lake, slices to live views.
 */
final class LakeJob {
  private static final int PARALLELISM = 1;

  private LakeJob() {}

  /** Consumer group of a job that is the only one on its broker. */
  static final String ONLY_GROUP = JobRegistration.GROUP_PREFIX;

  /**
   * Builds the job of a command that runs it for itself.
   *
   * @param onlyRun the only run of the log, if other jobs write to the same lake; empty for all
   * @param keepLog how long every record of the log is kept; empty for ever
   */
  static StreamExecutionEnvironment of(
      KafkaCluster kafka,
      String consumerGroup,
      Path lake,
      String onlyRun,
      Path checkpoints,
      Duration checkpointInterval,
      int restarts,
      Optional<Duration> keepLog)
      throws IOException {
    return of(
        kafka,
        LiveTopicSink.slices(kafka.kafka(), kafka.topics()),
        consumerGroup,
        lake,
        onlyRun,
        checkpoints,
        checkpointInterval,
        restarts,
        keepLog);
  }

  /**
   * Builds the job.
   *
   * @param slices receives the finished slices
   * @param onlyRun as above
   * @param keepLog as above
   */
  static StreamExecutionEnvironment of(
      KafkaCluster kafka,
      LiveTopicSink<SliceRow> slices,
      String consumerGroup,
      Path lake,
      String onlyRun,
      Path checkpoints,
      Duration checkpointInterval,
      int restarts,
      Optional<Duration> keepLog)
      throws IOException {
    Files.createDirectories(lake);
    String folder = JobConfiguration.uriOf(checkpoints);
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(JobConfiguration.of(folder, checkpointInterval, restarts));
    new ProfileJob(
            LaneSources.kafka(kafka.kafka(), kafka.topics(), consumerGroup),
            new ParquetSinks(lake),
            LiveSinks.NONE.withSlices(slices),
            JobRetention.of(
                kafka.kafka(),
                kafka.topics(),
                consumerGroup,
                lake,
                onlyRun,
                folder,
                folder,
                keepLog),
            PARALLELISM)
        .build(environment);
    return environment;
  }
}
