package io.longhaul.control;

import static java.util.Objects.requireNonNull;

import io.longhaul.kafka.KafkaAccessException;
import io.longhaul.kafka.KafkaConfig;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.kafka.Role;
import io.longhaul.schema.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The Kafka cluster of a run.
 *
 * @param kafka how clients connect
 * @param topics names of the topics
 */
public record KafkaCluster(KafkaConnection kafka, Topics topics) {

  /**
   * Creates a cluster that clients use without encryption and authentication.
   *
   * @param bootstrapServers {@code host:port}, separated by commas
   */
  public KafkaCluster(String bootstrapServers, Topics topics) {
    this(KafkaConnection.plain(bootstrapServers), topics);
  }

  /**
   * Creates a cluster.
   *
   * @param bootstrapServers {@code host:port}, separated by commas
   */
  public KafkaCluster(String bootstrapServers, KafkaConfig config, Topics topics) {
    this(new KafkaConnection(bootstrapServers, config), topics);
  }

  /** Returns the addresses of the brokers, {@code host:port}, separated by commas. */
  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Returns the connection properties of a client, in a map that can be changed. */
  public Map<String, Object> connection() {
    return kafka.properties();
  }

  /**
   * Checks that the brokers accept this process and that its user has the permissions of a role.
   *
   * @param group the consumer group that the process uses; empty for none
   * @throws KafkaUnreachableException if no broker answers in time, or if the brokers refuse this
   *     process or one of its operations
   */
  public void requireAccess(Role role, String group)
      throws KafkaUnreachableException, InterruptedException {
    try {
      kafka.requireAccess(topics, role, group);
    } catch (KafkaAccessException e) {
      throw new KafkaUnreachableException(e);
    }
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

  /**
   * Returns the number of records that were deleted from the beginning of the lanes' partitions.
   *
   * @param partitions number of partitions of each topic
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public long deletedRecords(Map<String, Integer> partitions) throws KafkaUnreachableException {
    List<TopicPartition> lanes =
        lanePartitions(partitions).stream().map(LaneLocation::topicPartition).toList();
    try (Consumer<byte[], byte[]> consumer = consumer("none", Map.of())) {
      return consumer.beginningOffsets(lanes).values().stream().mapToLong(Long::longValue).sum();
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(kafka, e);
    }
  }
}
