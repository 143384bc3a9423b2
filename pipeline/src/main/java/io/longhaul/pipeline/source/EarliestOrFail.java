package io.longhaul.pipeline.source;

import java.util.Collection;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Starts at the earliest offset and fails if the log no longer contains an offset. (The connector's
 * own {@code earliest()} silently resets even restored offsets, and thereby loses data.)
 */
final class EarliestOrFail implements OffsetsInitializer {
  private static final long serialVersionUID = 1;

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    return retriever.beginningOffsets(partitions);
  }

  @SuppressWarnings("deprecation") // the connector's interface requires Kafka's old enum
  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
