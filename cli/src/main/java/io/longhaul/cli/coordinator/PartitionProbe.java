package io.longhaul.cli.coordinator;

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

/** Asks Kafka whether a partition takes records now, and where it ends. For one thread. */
final class PartitionProbe implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionProbe.class);
  private static final int LONGEST_ANSWER_MILLIS = 2_000;
  private static final String FEWEST_REPLICAS = "min.insync.replicas";

  private final Admin admin;
  private final Map<String, Integer> fewestReplicas = new HashMap<>();

  PartitionProbe(KafkaCluster cluster) {
    Map<String, Object> connection = cluster.connection();
    connection.put("default.api.timeout.ms", LONGEST_ANSWER_MILLIS);
    connection.put("request.timeout.ms", LONGEST_ANSWER_MILLIS);
    this.admin = Admin.create(connection);
  }

  /**
   * The partition's end, while it takes records: it has a leader and enough replicas in sync. Empty
   * when it does not, and when Kafka does not answer within some seconds.
   */
  OptionalLong endIfWritable(LaneLocation place) throws InterruptedException {
    try {
      TopicPartitionInfo partition = describe(place);
      boolean hasLeader = partition.leader() != null && !partition.leader().isEmpty();
      if (!hasLeader || partition.isr().size() < fewestReplicas(place.topic())) {
        return OptionalLong.empty();
      }
      TopicPartition asked = new TopicPartition(place.topic(), place.partition());
      return OptionalLong.of(
          answer(admin.listOffsets(Map.of(asked, OffsetSpec.latest())).partitionResult(asked))
              .offset());
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      LOG.info("No answer about {}: {}", place, String.valueOf(e.getMessage()));
      return OptionalLong.empty();
    }
  }

  private TopicPartitionInfo describe(LaneLocation place)
      throws ExecutionException, TimeoutException, InterruptedException {
    return answer(admin.describeTopics(List.of(place.topic())).topicNameValues().get(place.topic()))
        .partitions()
        .get(place.partition());
  }

  /** One, where nobody may read the topic's settings. */
  private int fewestReplicas(String topic) throws TimeoutException, InterruptedException {
    Integer known = fewestReplicas.get(topic);
    if (known != null) {
      return known;
    }
    try {
      ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
      int fewest =
          Integer.parseInt(
              answer(admin.describeConfigs(List.of(resource)).values().get(resource))
                  .get(FEWEST_REPLICAS)
                  .value());
      fewestReplicas.put(topic, fewest);
      return fewest;
    } catch (ExecutionException e) {
      LOG.info("Cannot read {} of {}: {}", FEWEST_REPLICAS, topic, e.getMessage());
      return 1;
    }
  }

  private static <T> T answer(KafkaFuture<T> asked)
      throws ExecutionException, TimeoutException, InterruptedException {
    return asked.get(LONGEST_ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
