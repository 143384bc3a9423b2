package io.longhaul.benchmarks.subject;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Creates consumers of all partitions of a topic. */
final class BenchmarkConsumer {
  private BenchmarkConsumer() {}

  /** Returns a consumer that starts at the first record. */
  static KafkaConsumer<byte[], byte[]> fromStart(String bootstrapServers, String topic) {
    KafkaConsumer<byte[], byte[]> consumer = assigned(bootstrapServers, topic);
    consumer.seekToBeginning(consumer.assignment());
    return consumer;
  }

  /** Returns a consumer of the records that are written from now on. */
  static KafkaConsumer<byte[], byte[]> fromNow(String bootstrapServers, String topic) {
    KafkaConsumer<byte[], byte[]> consumer = assigned(bootstrapServers, topic);
    consumer.seekToEnd(consumer.assignment());
    consumer.assignment().forEach(consumer::position);
    return consumer;
  }

  private static KafkaConsumer<byte[], byte[]> assigned(String bootstrapServers, String topic) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    consumer.assign(partitions);
    return consumer;
  }
}
