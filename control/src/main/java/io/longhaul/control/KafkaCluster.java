package io.longhaul.control;

import static java.util.Objects.requireNonNull;

import io.longhaul.schema.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The Kafka cluster of a run.
 *
 * @param bootstrapServers {@code host:port}, separated by commas
 * @param topics names of the topics
 */
public record KafkaCluster(String bootstrapServers, Topics topics) {

  /** Returns the connection properties of a client. */
  public Map<String, Object> connection() {
    Map<String, Object> connection = new HashMap<>();
    connection.put("bootstrap.servers", bootstrapServers);
    return connection;
  }

  /**
   * Returns a new consumer that belongs to no group and commits nothing.
   *
   * @param offsetReset where it starts without an offset: {@code earliest}, {@code latest} or
   *     {@code none} to fail
   * @param more further settings
   */
  public KafkaConsumer<byte[], byte[]> consumer(String offsetReset, Map<String, Object> more) {
    Map<String, Object> settings = connection();
    settings.put("enable.auto.commit", false);
    settings.put("auto.offset.reset", offsetReset);
    settings.putAll(more);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Returns all partitions that contain lanes.
   *
   * @param partitions number of partitions of each topic
   */
  public List<LaneLocation> lanePartitions(Map<String, Integer> partitions) {
    List<LaneLocation> places = new ArrayList<>();
    for (String topic : topics.lanes()) {
      for (int partition = 0; partition < requireNonNull(partitions.get(topic)); partition++) {
        places.add(new LaneLocation(topic, partition));
      }
    }
    return places;
  }
}
