package io.longhaul.pipeline.source;

import io.longhaul.schema.Topics;
import java.time.Duration;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;

/**
 * The lanes in Kafka. Unbounded: how a run ends is told in the log, and a bounded source never
 * finishes after a restore.
 */
public final class LaneSources {
  /** How far a partition may be read ahead of the slowest one, in log-append time. */
  private static final Duration MAX_DRIFT = Duration.ofSeconds(60);

  /** A partition without records holds nobody up for longer than this. */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(5);

  /**
   * A broker answers a fetch when it has so much, or after so long. Where the job shares processors
   * with what measures, each of its waking up may hold that up: at 1,000 requests a second fewer
   * and larger fetches took a quarter of the processor time of job and broker away.
   */
  private static final String FETCH_MIN_BYTES = "262144";

  private static final String FETCH_MAX_WAIT_MS = "250";

  private LaneSources() {}

  /**
   * Reads from the beginning of the log, or from where a checkpoint stood.
   *
   * @param bootstrap brokers as host:port, separated by commas
   * @param consumerGroup for which offsets are committed with each checkpoint, to show how far the
   *     job has come; it never reads them back
   * @param consumerProperties more properties of the consumers, such as security
   */
  public static Sources kafka(
      String bootstrap, Topics topics, String consumerGroup, Properties consumerProperties) {
    return new Sources(
        source(bootstrap, topics.timing(), consumerGroup, consumerProperties),
        source(bootstrap, topics.gpu(), consumerGroup, consumerProperties),
        watermarks());
  }

  private static KafkaSource<FlatRecord> source(
      String bootstrap, String topic, String consumerGroup, Properties properties) {
    return KafkaSource.<FlatRecord>builder()
        .setProperty("fetch.min.bytes", FETCH_MIN_BYTES)
        .setProperty("fetch.max.wait.ms", FETCH_MAX_WAIT_MS)
        .setProperties(properties)
        .setBootstrapServers(bootstrap)
        .setGroupId(consumerGroup)
        .setClientIdPrefix("longhaul-pipeline-" + topic)
        .setTopics(topic)
        .setStartingOffsets(new EarliestOrFail())
        .setDeserializer(new FlatRecordSchema())
        // The number of partitions is fixed; discovery would fail the job when the broker is away.
        .setProperty("partition.discovery.interval.ms", "-1")
        .build();
  }

  /** By the time at which the broker appended a record, which is its timestamp. */
  private static WatermarkStrategy<FlatRecord> watermarks() {
    return WatermarkStrategy.<FlatRecord>forMonotonousTimestamps()
        .withIdleness(IDLE_TIMEOUT)
        .withWatermarkAlignment("longhaul-lanes", MAX_DRIFT, Duration.ofSeconds(1));
  }
}
