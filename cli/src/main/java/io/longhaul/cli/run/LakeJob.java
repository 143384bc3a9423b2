package io.longhaul.cli.run;

import io.longhaul.control.KafkaCluster;
import io.longhaul.pipeline.JobConfiguration;
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
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Builds the job for one machine: lanes from Kafka, rows into a local lake, slices to live views.
 */
final class LakeJob {
  private static final int PARALLELISM = 1;

  private LakeJob() {}

  /** Consumer group of a job that is the only one on its broker. */
  static final String ONLY_GROUP = JobRegistration.GROUP_PREFIX;

  static StreamExecutionEnvironment of(
      KafkaCluster kafka,
      String consumerGroup,
      Path lake,
      Path checkpoints,
      Duration checkpointInterval,
      int restarts)
      throws IOException {
    Files.createDirectories(lake);
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(
            JobConfiguration.of(JobConfiguration.uriOf(checkpoints), checkpointInterval, restarts));
    new ProfileJob(
            LaneSources.kafka(kafka.kafka(), kafka.topics(), consumerGroup),
            new ParquetSinks(lake),
            LiveSinks.NONE.withSlices(LiveTopicSink.slices(kafka.kafka(), kafka.topics())),
            PARALLELISM)
        .build(environment);
    return environment;
  }
}
