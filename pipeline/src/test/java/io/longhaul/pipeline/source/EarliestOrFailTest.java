package io.longhaul.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer.PartitionOffsetsRetriever;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class EarliestOrFailTest {
  private static final TopicPartition P0 = new TopicPartition("longhaul.timing", 0);
  private static final TopicPartition P1 = new TopicPartition("longhaul.timing", 1);

  @Test
  void partitionsStartAtTheirEarliestOffset() {
    EarliestOrFail start = new EarliestOrFail();

    assertThat(start.getPartitionOffsets(List.of(P0, P1), new FakeOffsets()))
        .isEqualTo(Map.of(P0, 5L, P1, 5L));
  }

  @Test
  void anOffsetThatTheLogNoLongerContainsIsAnError() {
    assertThat(new EarliestOrFail().getAutoOffsetResetStrategy().name()).isEqualTo("NONE");
  }

  /** A log whose first five records have been deleted. */
  private static final class FakeOffsets implements PartitionOffsetsRetriever {
    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      partitions.forEach(partition -> offsets.put(partition, 5L));
      return offsets;
    }

    @Override
    public Map<TopicPartition, Long> committedOffsets(Collection<TopicPartition> partitions) {
      throw new UnsupportedOperationException("no offset is committed");
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
      throw new UnsupportedOperationException("the source never ends");
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> times) {
      throw new UnsupportedOperationException("no time is requested");
    }
  }
}
