package io.longhaul.pipeline;

import io.longhaul.pipeline.live.LiveTopicSink;
import io.longhaul.pipeline.source.LaneSources;
import io.longhaul.sinks.parquet.ParquetSinks;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job as it is submitted to a Flink cluster: Kafka in, Parquet out. */
public final class ProfileJobMain {
  private ProfileJobMain() {}

  /**
   * @throws IllegalArgumentException when the arguments make no sense, with all problems
   */
  public static void main(String[] words) throws Exception {
    JobArguments told = JobArguments.parse(words);
    Configuration configuration =
        JobConfiguration.of(
            told.checkpoints(), told.checkpointInterval(), JobConfiguration.UNLIMITED);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    new ProfileJob(
            LaneSources.kafka(told.bootstrap(), told.topics(), told.kafka()),
            new ParquetSinks(told.lake()),
            LiveSinks.NONE
                .withSlices(LiveTopicSink.slices(told.bootstrap(), told.topics(), told.kafka()))
                .withRejected(
                    LiveTopicSink.rejected(told.bootstrap(), told.topics(), told.kafka())),
            told.options())
        .build(env);
    env.execute("longhaul");
  }
}
