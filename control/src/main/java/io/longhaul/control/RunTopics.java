package io.longhaul.control;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNull;

import io.longhaul.kafka.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates the topics of an installation and checks existing ones: a topic with producer timestamps,
 * or one that deletes records, would silently change results. Checks the effective settings,
 * whether set on the topic or on the brokers.
 */
public record RunTopics(KafkaCluster cluster) {
  /**
   * Default number of partitions of a timing topic that many runs share; each lane is in one
   * partition.
   */
  public static final int DEFAULT_TIMING_PARTITIONS = 12;

  private static final int REQUEST_TIMEOUT_MILLIS = 20_000;
  private static final int MAX_REPLICAS = 3;
  private static final String TIMESTAMPS = "message.timestamp.type";
  private static final String LOG_APPEND_TIME = "LogAppendTime";
  private static final String CLEANUP = "cleanup.policy";
  private static final String RETENTION_MILLIS = "retention.ms";
  private static final String RETENTION_BYTES = "retention.bytes";
  private static final String UNLIMITED = "-1";
  private static final String MAX_MESSAGE = "max.message.bytes";
  private static final int MAX_MESSAGE_BYTES = 1 << 20;
  private static final String IN_SYNC_REPLICAS = "min.insync.replicas";

  /**
   * Creates missing topics and checks existing ones.
   *
   * @param timingPartitions number of partitions of the timing topic, if it has to be created
   * @return the number of partitions of each topic
   * @throws RunFailedException if topics have settings that would silently change results; names
   *     all of them
   * @throws KafkaUnreachableException if no broker answers within 20 s, or if the brokers refuse
   *     this process or one of its operations
   */
  public Map<String, Integer> ensure(int timingPartitions)
      throws RunFailedException, InterruptedException {
    Map<String, Object> connection = cluster.connection();
    connection.put("default.api.timeout.ms", REQUEST_TIMEOUT_MILLIS);
    connection.put("request.timeout.ms", REQUEST_TIMEOUT_MILLIS / 2);
    try (Admin admin = Admin.create(connection)) {
      List<NewTopic> missing = missing(admin, timingPartitions);
      try {
        create(admin, missing);
        return checkWhenKnown(admin);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof TopicAuthorizationException) {
          throw withoutPermission(missing);
        }
        throw e;
      }
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  /**
   * Names the missing permissions. Kafka does not list a topic that the user may not describe, so
   * the topics may exist.
   */
  private KafkaUnreachableException withoutPermission(List<NewTopic> unlisted)
      throws KafkaUnreachableException, InterruptedException {
    cluster.requireAccess(Role.TOPICS, "");
    return new KafkaUnreachableException(
        cluster
            .kafka()
            .lacking(unlisted.stream().map(topic -> "Create on " + topic.name()).toList()));
  }

  /**
   * Properties of the timing topic.
   *
   * @param clusterId ID of the Kafka cluster
   */
  public record TimingTopic(String clusterId, int partitions) {}

  /**
   * Reads the properties of the timing topic.
   *
   * @throws KafkaUnreachableException if no broker answers in time or the topic does not exist
   */
  public TimingTopic timingTopic() throws KafkaUnreachableException, InterruptedException {
    String topic = cluster.topics().timing();
    try (Admin admin = Admin.create(cluster.connection())) {
      KafkaFuture<String> clusterId = admin.describeCluster().clusterId();
      TopicDescription described =
          await(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
      int partitions = requireNonNull(described).partitions().size();
      return new TimingTopic(await(clusterId), partitions);
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  private List<NewTopic> missing(Admin admin, int timingPartitions)
      throws ExecutionException, InterruptedException, TimeoutException {
    Set<String> existing = await(admin.listTopics().names());
    List<NewTopic> missing = new ArrayList<>();
    for (NewTopic topic : required(replicas(admin), timingPartitions)) {
      if (!existing.contains(topic.name())) {
        missing.add(topic);
      }
    }
    return missing;
  }

  private List<NewTopic> required(short replicas, int timingPartitions) {
    Map<String, String> unlimited =
        Map.ofEntries(
            entry(TIMESTAMPS, LOG_APPEND_TIME),
            entry(CLEANUP, "delete"),
            entry(RETENTION_MILLIS, UNLIMITED),
            entry(RETENTION_BYTES, UNLIMITED),
            entry("segment.bytes", Integer.toString(64 << 20)),
            entry(MAX_MESSAGE, Integer.toString(MAX_MESSAGE_BYTES)),
            entry(IN_SYNC_REPLICAS, replicas >= MAX_REPLICAS ? "2" : "1"));
    Map<String, String> compacted = new HashMap<>(unlimited);
    compacted.put(CLEANUP, "compact");
    Map<String, String> expiring = new HashMap<>(unlimited);
    expiring.put(RETENTION_MILLIS, Long.toString(Duration.ofDays(30).toMillis()));
    return List.of(
        new NewTopic(cluster.topics().timing(), timingPartitions, replicas).configs(unlimited),
        new NewTopic(cluster.topics().gpu(), 1, replicas).configs(unlimited),
        new NewTopic(cluster.topics().control(), 1, replicas).configs(compacted),
        new NewTopic(cluster.topics().rejected(), 1, replicas).configs(expiring),
        new NewTopic(cluster.topics().slices(), 1, replicas).configs(expiring));
  }

  private static short replicas(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException {
    int brokers = await(admin.describeCluster().nodes()).size();
    return (short) Math.min(MAX_REPLICAS, Math.max(1, brokers));
  }

  private static void create(Admin admin, List<NewTopic> topics)
      throws ExecutionException, InterruptedException, TimeoutException {
    for (var made : admin.createTopics(topics).values().values()) {
      try {
        await(made);
      } catch (ExecutionException e) {
        // Another coordinator created it first.
        if (!(requireNonNull(e.getCause()) instanceof TopicExistsException)) {
          throw e;
        }
      }
    }
  }

  /** Retries the check, because a broker may briefly not know a topic that it has just created. */
  private Map<String, Integer> checkWhenKnown(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException, RunFailedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REQUEST_TIMEOUT_MILLIS);
    while (true) {
      try {
        return checkAll(admin);
      } catch (ExecutionException e) {
        if (!(requireNonNull(e.getCause()) instanceof UnknownTopicOrPartitionException)
            || System.nanoTime() > deadline) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  private Map<String, Integer> checkAll(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException, RunFailedException {
    List<String> names = cluster.topics().all();
    Map<String, TopicDescription> topics = await(admin.describeTopics(names).allTopicNames());
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<ConfigResource, Config> settings = await(admin.describeConfigs(resources).all());

    List<String> problems = new ArrayList<>();
    Map<String, Integer> partitions = new TreeMap<>();
    topics.forEach((name, topic) -> partitions.put(name, topic.partitions().size()));
    for (String name : names) {
      Config effective =
          requireNonNull(settings.get(new ConfigResource(ConfigResource.Type.TOPIC, name)));
      check(name, effective, problems);
      checkReplicas(requireNonNull(topics.get(name)), effective, problems);
    }
    for (String name : List.of(cluster.topics().control(), cluster.topics().slices())) {
      if (requireNonNull(partitions.get(name)) != 1) {
        problems.add(
            "Invalid topic %s: %s partitions (1; delete it or use another --topic-prefix)"
                .formatted(name, partitions.get(name)));
      }
    }
    if (!problems.isEmpty()) {
      int last = problems.size() - 1;
      throw new RunFailedException(ExitCode.USAGE, problems.get(last), problems.subList(0, last));
    }
    return partitions;
  }

  private void check(String topic, Config effective, List<String> problems) {
    require(topic, effective, TIMESTAMPS, LOG_APPEND_TIME, problems);
    boolean isControl = topic.equals(cluster.topics().control());
    require(topic, effective, CLEANUP, isControl ? "compact" : "delete", problems);
    if (cluster.topics().lanes().contains(topic)) {
      require(topic, effective, RETENTION_MILLIS, UNLIMITED, problems);
      require(topic, effective, RETENTION_BYTES, UNLIMITED, problems);
    }
    ConfigEntry maxMessage = effective.get(MAX_MESSAGE);
    if (Integer.parseInt(maxMessage.value()) < MAX_MESSAGE_BYTES) {
      problems.add(problem(topic, maxMessage, "at least " + MAX_MESSAGE_BYTES));
    }
  }

  /**
   * Checks that the topic has enough replicas; otherwise no record can be written and every
   * producer blocks.
   */
  private static void checkReplicas(
      TopicDescription topic, Config effective, List<String> problems) {
    int replicas =
        topic.partitions().stream().mapToInt(each -> each.replicas().size()).min().orElse(0);
    ConfigEntry inSync = effective.get(IN_SYNC_REPLICAS);
    if (Integer.parseInt(inSync.value()) > replicas) {
      problems.add(problem(topic.name(), inSync, "at most " + replicas + ", its replicas"));
    }
  }

  private static void require(
      String topic, Config effective, String name, String required, List<String> problems) {
    ConfigEntry entry = effective.get(name);
    if (!required.equals(entry.value())) {
      problems.add(problem(topic, entry, required));
    }
  }

  private static <T> T await(KafkaFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static String problem(String topic, ConfigEntry entry, String required) {
    boolean isOfTopic = entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG;
    return "Invalid topic "
        + topic
        + ": "
        + entry.name()
        + " is "
        + entry.value()
        + (isOfTopic ? "" : " by the brokers' settings")
        + " (set it to "
        + required
        + (isOfTopic ? ")" : " for this topic)");
  }
}
