package io.longhaul.cli.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The control topic in Kafka, read from its end at the time of construction: whatever still matters
 * is repeated. For one thread.
 */
public final class ControlLog implements ControlTopic {
  private static final int LONGEST_BLOCK_MILLIS = 5_000;
  private static final int LONGEST_REQUEST_MILLIS = 5_000;

  /** A message that took longer is old: its sender has a newer one to send. */
  private static final int LONGEST_DELIVERY_MILLIS = 10_000;

  private static final Duration LONGEST_ASK = Duration.ofSeconds(2);

  private final String topic;
  private final TopicPartition all;
  private final ControlCodec codec = new ControlCodec();
  private final ControlSender sender;
  private final KafkaConsumer<byte[], byte[]> consumer;

  public ControlLog(KafkaCluster cluster) {
    this.topic = cluster.topics().control();
    Map<String, Object> saying = cluster.connection();
    saying.put("acks", "all");
    saying.put("linger.ms", 0);
    saying.put("max.block.ms", LONGEST_BLOCK_MILLIS);
    saying.put("request.timeout.ms", LONGEST_REQUEST_MILLIS);
    saying.put("delivery.timeout.ms", LONGEST_DELIVERY_MILLIS);
    this.sender =
        new ControlSender(
            new KafkaProducer<>(saying, new ByteArraySerializer(), new ByteArraySerializer()));
    Map<String, Object> hearing = cluster.connection();
    hearing.put("enable.auto.commit", false);
    hearing.put("auto.offset.reset", "none");
    hearing.put("fetch.max.wait.ms", 100);
    this.consumer =
        new KafkaConsumer<>(hearing, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.all = new TopicPartition(topic, 0);
    consumer.assign(List.of(all));
    consumer.seekToEnd(List.of(all));
    // Asks Kafka where the end is now. Where it does not answer, the first read asks again.
    Hearing unused = hearing();
  }

  @Override
  public void say(SpecificRecordBase message) {
    byte[] key = codec.key(message);
    sender.send(new String(key, UTF_8), new ProducerRecord<>(topic, 0, key, codec.value(message)));
  }

  @Override
  public List<SpecificRecordBase> hear(Duration atMost) {
    List<SpecificRecordBase> heard = new ArrayList<>();
    try {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
        codec.decode(record.key(), record.value()).ifPresent(heard::add);
      }
    } catch (InvalidOffsetException e) {
      // The broker has lost its last records, and whatever still matters is repeated.
      consumer.seekToEnd(List.of(all));
    }
    return heard;
  }

  @Override
  public Hearing hearing() {
    try {
      long end = consumer.endOffsets(List.of(all), LONGEST_ASK).get(all);
      return consumer.position(all, LONGEST_ASK) >= end ? Hearing.ALL_HEARD : Hearing.MORE_TO_HEAR;
    } catch (RetriableException | InvalidOffsetException e) {
      return Hearing.NO_ANSWER;
    }
  }

  @Override
  public void close() {
    sender.close();
    consumer.close();
  }
}
