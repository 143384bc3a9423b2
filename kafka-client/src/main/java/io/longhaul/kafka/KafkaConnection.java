package io.longhaul.kafka;

import static java.util.Objects.requireNonNull;

import io.longhaul.schema.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * How clients connect to a cluster. Contains no secrets, see {@link KafkaConfig}.
 *
 * @param bootstrapServers {@code host:port}, separated by commas
 */
public record KafkaConnection(String bootstrapServers, KafkaConfig config) {
  private static final int REQUEST_TIMEOUT_MILLIS = 10_000;

  /** Returns a connection without encryption and authentication. */
  public static KafkaConnection plain(String bootstrapServers) {
    return new KafkaConnection(bootstrapServers, KafkaConfig.NONE);
  }

  /** Returns the properties of a client, in a map that can be changed. */
  public Map<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>(config.properties());
    properties.put("bootstrap.servers", bootstrapServers);
    return properties;
  }

  /** Returns the same properties for interfaces that require this class. */
  public Properties javaProperties() {
    Properties properties = new Properties();
    properties.putAll(properties());
    return properties;
  }

  /**
   * Explains why Kafka cannot be used. May connect to the brokers for up to 8 s each.
   *
   * @param failure what a client reported
   */
  public KafkaFailure failure(Throwable failure) {
    return KafkaFailure.of(this, failure);
  }

  /**
   * Checks that the brokers accept this client and that its user has the permissions of a process
   * in existing topics. Returns within 25 s.
   *
   * @param group the consumer group that the process uses; empty for none
   * @throws KafkaAccessException if the brokers do not answer or refuse something
   */
  public void requireAccess(Topics topics, Role role, String group)
      throws KafkaAccessException, InterruptedException {
    Map<String, Object> settings = properties();
    settings.put("default.api.timeout.ms", REQUEST_TIMEOUT_MILLIS);
    settings.put("request.timeout.ms", REQUEST_TIMEOUT_MILLIS / 2);
    List<String> missing;
    try (Admin admin = Admin.create(settings)) {
      missing = missing(admin, role.operations(topics));
      if (!group.isEmpty() && !maySeeGroup(admin, group)) {
        missing.add("Read on group " + group);
      }
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw new KafkaAccessException(failure(e));
    }
    if (!missing.isEmpty()) {
      throw lacking(missing);
    }
  }

  /** Returns the permissions that the user lacks; skips topics that do not exist. */
  private static List<String> missing(Admin admin, Map<String, Set<AclOperation>> required)
      throws ExecutionException, TimeoutException, InterruptedException {
    var described =
        admin
            .describeTopics(
                required.keySet(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
            .topicNameValues();
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, Set<AclOperation>> topic : required.entrySet()) {
      Set<AclOperation> allowed = Set.of();
      try {
        allowed = await(requireNonNull(described.get(topic.getKey()))).authorizedOperations();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          continue;
        }
        if (!(e.getCause() instanceof TopicAuthorizationException)) {
          throw e;
        }
      }
      for (AclOperation operation : topic.getValue()) {
        if (!allowed.contains(operation)) {
          missing.add(Role.name(operation) + " on " + topic.getKey());
        }
      }
    }
    return missing;
  }

  /**
   * Returns the failure that the user lacks permissions.
   *
   * @param permissions in the form {@code OPERATION on TOPIC}
   */
  public KafkaAccessException lacking(List<String> permissions) {
    return new KafkaAccessException(KafkaFailure.lacks(this, permissions));
  }

  private static boolean maySeeGroup(Admin admin, String group)
      throws ExecutionException, TimeoutException, InterruptedException {
    try {
      var unused =
          await(
              admin
                  .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                  .partitionsToOffsetAndMetadata(group));
      return true;
    } catch (ExecutionException e) {
      // Any other failure means that there is no such group yet.
      return !(e.getCause() instanceof GroupAuthorizationException);
    }
  }

  private static <T> T await(KafkaFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }
}
