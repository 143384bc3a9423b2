package io.longhaul.cli.coordinator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control topic, heard from its beginning: what every process of a run says to the others. For
 * one thread.
 */
public final class ControlLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlLog.class);
  private static final int LONGEST_BLOCK_MILLIS = 5_000;
  private static final Duration LONGEST_ASK = Duration.ofSeconds(2);

  private final String topic;
  private final TopicPartition all;
  private final ControlCodec codec = new ControlCodec();
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;

  public ControlLog(KafkaCluster cluster) {
    this.topic = cluster.topics().control();
    Map<String, Object> saying = cluster.connection();
    saying.put("acks", "all");
    saying.put("linger.ms", 0);
    saying.put("max.block.ms", LONGEST_BLOCK_MILLIS);
    this.producer =
        new KafkaProducer<>(saying, new ByteArraySerializer(), new ByteArraySerializer());
    Map<String, Object> hearing = cluster.connection();
    hearing.put("enable.auto.commit", false);
    hearing.put("auto.offset.reset", "none");
    hearing.put("fetch.max.wait.ms", 100);
    this.consumer =
        new KafkaConsumer<>(hearing, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.all = new TopicPartition(topic, 0);
    consumer.assign(List.of(all));
    consumer.seekToBeginning(List.of(all));
  }

  /** Says it, in the order of the calls; a failure to deliver is logged. */
  public void say(SpecificRecordBase message) {
    // The callback tells what the future would.
    Future<RecordMetadata> unused =
        producer.send(
            new ProducerRecord<>(topic, 0, codec.key(message), codec.value(message)),
            (where, failure) -> {
              if (failure != null) {
                LOG.warn(
                    "Cannot say {} on {}: {}",
                    message.getClass().getSimpleName(),
                    topic,
                    failure.getMessage());
              }
            });
  }

  /** What was said since the last call, by anybody, oldest first; waits at most so long. */
  public List<SpecificRecordBase> hear(Duration atMost) {
    List<SpecificRecordBase> heard = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
      codec.decode(record.key(), record.value()).ifPresent(heard::add);
    }
    return heard;
  }

  /** Asks Kafka whether something stands in the topic that was not heard; may take seconds. */
  Hearing hearing() {
    try {
      long end = consumer.endOffsets(List.of(all), LONGEST_ASK).get(all);
      return consumer.position(all, LONGEST_ASK) >= end ? Hearing.ALL_HEARD : Hearing.MORE_TO_HEAR;
    } catch (RetriableException e) {
      return Hearing.NO_ANSWER;
    }
  }

  /** Waits until everything that was said is delivered. */
  public void flush() {
    producer.flush();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
    consumer.close();
  }
}
