package io.longhaul.pipeline.live;

import io.longhaul.export.RejectedRow;
import io.longhaul.export.SliceRow;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.kafka.SchemaRegistry;
import io.longhaul.kafka.SchemaRegistryException;
import io.longhaul.schema.PublicSchemas;
import io.longhaul.schema.Topics;
import io.longhaul.schema.WireCodec;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes rows in Avro's single-object encoding to a topic for live views and other consumers. Best
 * effort: rows that cannot be queued are dropped and counted, and a restarted job may send rows
 * again. Rows that are sent arrive once and in their order.
 */
public final class LiveTopicSink<T extends SpecificRecordBase> implements Sink<T> {
  private static final long serialVersionUID = 1;

  private final String topic;
  private final Class<T> rowClass;
  private final KeyOf<T> keyOf;
  private final Properties producer;
  private final Map<String, String> headers;

  /** Returns the record key of a row. */
  interface KeyOf<T> extends Serializable {
    String of(T row);
  }

  private LiveTopicSink(
      String topic,
      Class<T> rowClass,
      KeyOf<T> keyOf,
      Properties producer,
      Map<String, String> headers) {
    this.topic = topic;
    this.rowClass = rowClass;
    this.keyOf = keyOf;
    this.producer = producer;
    this.headers = headers;
  }

  /** Creates a sink for finished slices, keyed by run and slice, without a schema registry. */
  public static LiveTopicSink<SliceRow> slices(KafkaConnection kafka, Topics topics) {
    return slices(kafka, topics, OptionalInt.empty());
  }

  /**
   * Creates a sink for finished slices, keyed by run and slice.
   *
   * @param kafka how the producer connects
   * @param schemaId ID of their schema in a registry, for a header of each record; empty for none
   */
  public static LiveTopicSink<SliceRow> slices(
      KafkaConnection kafka, Topics topics, OptionalInt schemaId) {
    return new LiveTopicSink<>(
        topics.slices(),
        SliceRow.class,
        row -> row.getRunId() + '/' + row.getSliceIndex(),
        producerProperties(kafka),
        schemaId.isPresent()
            ? Map.of(SchemaRegistry.ID_HEADER, Integer.toString(schemaId.getAsInt()))
            : Map.of());
  }

  /**
   * Registers the schema of finished slices.
   *
   * @param registry empty for none
   * @return its ID, for {@link #slices}; empty without a registry
   * @throws SchemaRegistryException if the registry cannot be reached or refuses the schema
   */
  public static OptionalInt registerSlices(Optional<SchemaRegistry> registry, Topics topics)
      throws SchemaRegistryException, InterruptedException {
    return registry.isPresent()
        ? OptionalInt.of(registry.get().register(topics.slices(), PublicSchemas.slices()))
        : OptionalInt.empty();
  }

  /** Creates a sink for rejected records, keyed by topic, partition and offset. */
  public static LiveTopicSink<RejectedRow> rejected(KafkaConnection kafka, Topics topics) {
    return new LiveTopicSink<>(
        topics.rejected(),
        RejectedRow.class,
        row -> row.getTopic() + '/' + row.getPartition() + '/' + row.getOffset(),
        producerProperties(kafka),
        Map.of());
  }

  private static Properties producerProperties(KafkaConnection kafka) {
    Properties properties = kafka.javaProperties();
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, "8388608");
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "60000");
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
        headers.entrySet().stream().map(LiveTopicSink::header).toList(),
        this::newProducer,
        context.metricGroup().counter("liveRowsDropped", new ThreadSafeSimpleCounter()));
  }

  private static Header header(Map.Entry<String, String> header) {
    return new RecordHeader(header.getKey(), header.getValue().getBytes(StandardCharsets.UTF_8));
  }

  private Producer<byte[], byte[]> newProducer() {
    return new KafkaProducer<>(producer, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
