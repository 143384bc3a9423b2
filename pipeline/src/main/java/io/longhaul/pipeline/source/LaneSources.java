package io.longhaul.pipeline.source;

import io.longhaul.kafka.KafkaConnection;
import io.longhaul.schema.Topics;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;

/**
 * Kafka sources of the lanes. They are unbounded: the log itself defines the end of a run, and a
 * bounded source never finishes after a restore.
 */
public final class LaneSources {
  /** Maximum lead of a partition over the slowest one, in log-append time. */
  private static final Duration MAX_DRIFT = Duration.ofSeconds(60);

  /** Time after which a partition without records no longer delays the others. */
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(5);

  /**
   * The broker answers a fetch when it has this many bytes, or after this time. Each wake-up of the
   * job can delay the measurement if both share processors. At 1,000 requests/s, fewer and larger
   * fetches saved a quarter of the CPU time of job and broker.
   */
  private static final String FETCH_MIN_BYTES = "262144";

  private static final String FETCH_MAX_WAIT_MS = "250";

  private LaneSources() {}

  /**
   * Creates sources that read from the beginning of the log, or from a checkpoint.
   *
   * @param kafka how the consumers connect; they resolve references to secrets by themselves
   * @param consumerGroup group for which offsets are committed with each checkpoint, to show the
   *     job's progress; the job never reads them
   */
  public static Sources kafka(KafkaConnection kafka, Topics topics, String consumerGroup) {
    return new Sources(
        source(kafka, topics.timing(), consumerGroup),
        source(kafka, topics.gpu(), consumerGroup),
        watermarks());
  }

  private static KafkaSource<FlatRecord> source(
      KafkaConnection kafka, String topic, String consumerGroup) {
    return KafkaSource.<FlatRecord>builder()
        .setProperty("fetch.min.bytes", FETCH_MIN_BYTES)
        .setProperty("fetch.max.wait.ms", FETCH_MAX_WAIT_MS)
        .setProperties(kafka.javaProperties())
        .setGroupId(consumerGroup)
        .setClientIdPrefix("longhaul-pipeline-" + topic)
        .setTopics(topic)
        .setStartingOffsets(new EarliestOrFail())
        .setDeserializer(new FlatRecordSchema())
        // The number of partitions is fixed, and discovery would fail the job while the broker is
        // unavailable.
        .setProperty("partition.discovery.interval.ms", "-1")
        .build();
  }

  /** Aligns partitions by the records' timestamps, which are log-append times. */
  private static WatermarkStrategy<FlatRecord> watermarks() {
    return WatermarkStrategy.<FlatRecord>forMonotonousTimestamps()
        .withIdleness(IDLE_TIMEOUT)
        .withWatermarkAlignment("longhaul-lanes", MAX_DRIFT, Duration.ofSeconds(1));
  }
}
