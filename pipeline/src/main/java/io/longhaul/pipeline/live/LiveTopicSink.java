package io.longhaul.pipeline.live;

import io.longhaul.export.RejectedRow;
import io.longhaul.export.SliceRow;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.schema.Topics;
import io.longhaul.schema.WireCodec;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes rows in Avro's single-object encoding to a topic for live views. Best effort: rows that
 * cannot be queued are dropped and counted, and a restarted job may send rows again.
 */
public final class LiveTopicSink<T extends SpecificRecordBase> implements Sink<T> {
  private static final long serialVersionUID = 1;

  private final String topic;
  private final Class<T> rowClass;
  private final KeyOf<T> keyOf;
  private final Properties producer;

  /** Returns the record key of a row. */
  interface KeyOf<T> extends Serializable {
    String of(T row);
  }

  private LiveTopicSink(String topic, Class<T> rowClass, KeyOf<T> keyOf, Properties producer) {
    this.topic = topic;
    this.rowClass = rowClass;
    this.keyOf = keyOf;
    this.producer = producer;
  }

  /**
   * Creates a sink for finished slices, keyed by run and slice.
   *
   * @param kafka how the producer connects
   */
  public static LiveTopicSink<SliceRow> slices(KafkaConnection kafka, Topics topics) {
    return new LiveTopicSink<>(
        topics.slices(),
        SliceRow.class,
        row -> row.getRunId() + '/' + row.getSliceIndex(),
        producerProperties(kafka));
  }

  /** Creates a sink for rejected records, keyed by topic, partition and offset. */
  public static LiveTopicSink<RejectedRow> rejected(KafkaConnection kafka, Topics topics) {
    return new LiveTopicSink<>(
        topics.rejected(),
        RejectedRow.class,
        row -> row.getTopic() + '/' + row.getPartition() + '/' + row.getOffset(),
        producerProperties(kafka));
  }

  private static Properties producerProperties(KafkaConnection kafka) {
    Properties properties = kafka.javaProperties();
    properties.put(ProducerConfig.ACKS_CONFIG, "1");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false");
    properties.put(ProducerConfig.RETRIES_CONFIG, "0");
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, "8388608");
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "10000");
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
    return properties;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    WireCodec<T> codec = new WireCodec<>(rowClass);
    return new LiveTopicWriter<>(
        topic,
        row -> keyOf.of(row).getBytes(StandardCharsets.UTF_8),
        codec::encode,
        this::newProducer,
        context.metricGroup().counter("liveRowsDropped", new ThreadSafeSimpleCounter()));
  }

  private Producer<byte[], byte[]> newProducer() {
    return new KafkaProducer<>(producer, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
