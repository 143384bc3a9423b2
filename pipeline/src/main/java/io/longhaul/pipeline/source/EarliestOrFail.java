package io.longhaul.pipeline.source;

import java.util.Collection;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Begins at the beginning; an offset that the log no longer has is an error. (The connector's own
 * {@code earliest()} resets silently, even restored offsets, and so loses data without a word.)
 */
final class EarliestOrFail implements OffsetsInitializer {
  private static final long serialVersionUID = 1;

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever retriever) {
    return retriever.beginningOffsets(partitions);
  }

  @SuppressWarnings("deprecation") // the connector's interface asks for Kafka's old enum
  @Override
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
