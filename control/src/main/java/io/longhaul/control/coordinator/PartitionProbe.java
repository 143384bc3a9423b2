package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks whether a partition accepts records and returns its end offset. Not thread-safe. */
final class PartitionProbe implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionProbe.class);
  private static final int REQUEST_TIMEOUT_MILLIS = 2_000;
  private static final String MIN_IN_SYNC_REPLICAS = "min.insync.replicas";

  private final Admin admin;
  private final Map<String, Integer> minInSyncReplicas = new HashMap<>();

  PartitionProbe(KafkaCluster cluster) {
    Map<String, Object> connection = cluster.connection();
    connection.put("default.api.timeout.ms", REQUEST_TIMEOUT_MILLIS);
    connection.put("request.timeout.ms", REQUEST_TIMEOUT_MILLIS);
    this.admin = Admin.create(connection);
  }

  /**
   * Returns the partition's end offset if it has a leader and enough in-sync replicas; empty if
   * not, or if Kafka does not answer within seconds.
   */
  OptionalLong endIfWritable(LaneLocation place) throws InterruptedException {
    try {
      TopicPartitionInfo partition = describe(place);
      boolean hasLeader = partition.leader() != null && !partition.leader().isEmpty();
      if (!hasLeader || partition.isr().size() < minInSyncReplicas(place.topic())) {
        return OptionalLong.empty();
      }
      TopicPartition topicPartition = place.topicPartition();
      Map<TopicPartition, OffsetSpec> latest = Map.of(topicPartition, OffsetSpec.latest());
      return OptionalLong.of(
          await(admin.listOffsets(latest).partitionResult(topicPartition)).offset());
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      LOG.info("No answer about {}: {}", place, String.valueOf(e.getMessage()));
      return OptionalLong.empty();
    }
  }

  private TopicPartitionInfo describe(LaneLocation place)
      throws ExecutionException, TimeoutException, InterruptedException {
    return await(
            requireNonNull(
                admin.describeTopics(List.of(place.topic())).topicNameValues().get(place.topic())))
        .partitions()
        .get(place.partition());
  }

  /** Returns the topic's {@code min.insync.replicas}; 1 if the client is not allowed to read it. */
  private int minInSyncReplicas(String topic) throws TimeoutException, InterruptedException {
    Integer known = minInSyncReplicas.get(topic);
    if (known != null) {
      return known;
    }
    try {
      ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
      int replicas =
          Integer.parseInt(
              await(requireNonNull(admin.describeConfigs(List.of(resource)).values().get(resource)))
                  .get(MIN_IN_SYNC_REPLICAS)
                  .value());
      minInSyncReplicas.put(topic, replicas);
      return replicas;
    } catch (ExecutionException e) {
      LOG.info("Cannot read {} of {}: {}", MIN_IN_SYNC_REPLICAS, topic, e.getMessage());
      return 1;
    }
  }

  private static <T> T await(KafkaFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
