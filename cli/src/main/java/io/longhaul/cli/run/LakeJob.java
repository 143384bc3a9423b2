package io.longhaul.cli.run;

import io.longhaul.control.KafkaCluster;
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
   * Builds the job.
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
    Files.createDirectories(lake);
    String folder = JobConfiguration.uriOf(checkpoints);
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(JobConfiguration.of(folder, checkpointInterval, restarts));
    new ProfileJob(
            LaneSources.kafka(kafka.kafka(), kafka.topics(), consumerGroup),
            new ParquetSinks(lake),
            LiveSinks.NONE.withSlices(LiveTopicSink.slices(kafka.kafka(), kafka.topics())),
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
