package io.longhaul.pipeline.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Begins at given offsets, elsewhere at the beginning; an offset that the log no longer has is an
 * error. (The connector's own {@code earliest()} resets silently, even restored offsets, and so
 * loses data without a word.)
 */
final class BeginningOrFail implements OffsetsInitializer {
  private static final long serialVersionUID = 1;

  private final HashMap<TopicPartition, Long> given;

  BeginningOrFail(Map<TopicPartition, Long> given) {
    this.given = new HashMap<>(given);
  }

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    Map<TopicPartition, Long> offsets = new HashMap<>(retriever.beginningOffsets(partitions));
    offsets.replaceAll((partition, beginning) -> given.getOrDefault(partition, beginning));
    return offsets;
  }

  @SuppressWarnings("deprecation") // the connector's interface asks for Kafka's old enum
  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
