package io.longhaul.pipeline.retention;

import static java.util.Objects.requireNonNull;

import io.longhaul.sinks.lake.JobRegistration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The lanes in a Kafka cluster. For one thread. */
final class KafkaLaneLog implements LaneLog {
  private static final int REQUEST_TIMEOUT_MILLIS = 20_000;

  /** Before every record, because append times are times of this century. */
  private static final long FIRST_MILLIS = 0;

  private final LogRetention retention;
  private final Admin admin;

  KafkaLaneLog(LogRetention retention) {
    this.retention = retention;
    Properties settings = new Properties();
    settings.putAll(retention.connection());
    settings.put("default.api.timeout.ms", REQUEST_TIMEOUT_MILLIS);
    settings.put("request.timeout.ms", REQUEST_TIMEOUT_MILLIS / 2);
    this.admin = Admin.create(settings);
  }

  @Override
  public long newestMillis() throws IOException, InterruptedException {
    return offsets(OffsetSpec.maxTimestamp()).values().stream()
        .mapToLong(ListOffsetsResultInfo::timestamp)
        .filter(time -> time >= 0)
        .max()
        .orElse(0);
  }

  @Override
  public Map<TopicPartition, FirstRecord> firstRecords() throws IOException, InterruptedException {
    Map<TopicPartition, FirstRecord> first = new HashMap<>();
    offsets(OffsetSpec.forTimestamp(FIRST_MILLIS))
        .forEach(
            (partition, found) -> {
              if (found.offset() >= 0) {
                first.put(partition, new FirstRecord(found.offset(), found.timestamp()));
              }
            });
    return first;
  }

  @Override
  public Map<TopicPartition, Long> firstSince(long epochMillis)
      throws IOException, InterruptedException {
    // Ends first: a record that is appended in between is then kept.
    Map<TopicPartition, ListOffsetsResultInfo> ends = offsets(OffsetSpec.latest());
    Map<TopicPartition, Long> first = new HashMap<>();
    offsets(OffsetSpec.forTimestamp(epochMillis))
        .forEach(
            (partition, found) ->
                first.put(
                    partition,
                    found.offset() >= 0
                        ? found.offset()
                        : requireNonNull(ends.get(partition)).offset()));
    return first;
  }

  private Map<TopicPartition, ListOffsetsResultInfo> offsets(OffsetSpec wanted)
      throws IOException, InterruptedException {
    Map<TopicPartition, OffsetSpec> specs = new HashMap<>();
    partitions().forEach(partition -> specs.put(partition, wanted));
    return await(() -> admin.listOffsets(specs).all());
  }

  private List<TopicPartition> partitions() throws IOException, InterruptedException {
    List<TopicPartition> partitions = new ArrayList<>();
    for (TopicDescription topic :
        await(() -> admin.describeTopics(retention.topics()).allTopicNames()).values()) {
      topic
          .partitions()
          .forEach(each -> partitions.add(new TopicPartition(topic.name(), each.partition())));
    }
    return partitions;
  }

  @Override
  public Map<TopicPartition, Long> readByOthers() throws IOException, InterruptedException {
    Map<TopicPartition, Long> read = new HashMap<>();
    for (GroupListing group :
        await(() -> admin.listGroups(ListGroupsOptions.forConsumerGroups()).all())) {
      String name = group.groupId();
      if (name.startsWith(JobRegistration.GROUP_PREFIX)
          && !name.equals(retention.consumerGroup())) {
        Map<TopicPartition, OffsetAndMetadata> offsets =
            await(
                () ->
                    admin
                        .listConsumerGroupOffsets(Map.of(name, new ListConsumerGroupOffsetsSpec()))
                        .partitionsToOffsetAndMetadata(name));
        offsets.forEach((partition, offset) -> read.merge(partition, offset.offset(), Math::min));
      }
    }
    return read;
  }

  @Override
  public void deleteBelow(Map<TopicPartition, Long> offsets)
      throws IOException, InterruptedException {
    Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
    offsets.forEach(
        (partition, offset) -> records.put(partition, RecordsToDelete.beforeOffset(offset)));
    await(() -> admin.deleteRecords(records).all());
  }

  private interface Request<T> {
    KafkaFuture<T> send();
  }

  private static <T> T await(Request<T> request) throws IOException, InterruptedException {
    try {
      return request.send().get(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = requireNonNull(e.getCause());
      throw new IOException(String.valueOf(cause.getMessage()), cause);
    } catch (TimeoutException | KafkaException e) {
      throw new IOException("Kafka does not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
