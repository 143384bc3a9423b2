package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReadToEndTest {
  private static final TopicPartition PARTITION = new TopicPartition("timing", 0);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private final List<Long> taken = new ArrayList<>();
  private long nanos;

  @BeforeEach
  void assign() {
    consumer.assign(List.of(PARTITION));
    consumer.seek(PARTITION, 7);
  }

  @Test
  void slowRecordsAreReadUpToTheEnd() {
    for (long offset = 7; offset < 10; offset++) {
      long next = offset;
      afterSeconds(40, () -> {});
      afterSeconds(15, () -> add(next));
    }

    read(10);

    assertThat(taken).containsExactly(7L, 8L, 9L);
  }

  @Test
  @Timeout(60)
  void aBrokerThatReturnsNothingForAMinuteEndsTheWait() {
    afterSeconds(40, () -> add(7));
    afterSeconds(59, () -> {});
    afterSeconds(2, () -> {});

    assertThatThrownBy(() -> read(10))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("Kafka has returned no records for 60 s");
    assertThat(taken).containsExactly(7L);
  }

  private void read(long end) {
    new ReadToEnd(consumer, () -> nanos)
        .read(Map.of(PARTITION, end), record -> taken.add(record.offset()));
  }

  /** Defines the next poll. */
  private void afterSeconds(long seconds, Runnable poll) {
    consumer.schedulePollTask(
        () -> {
          nanos += TimeUnit.SECONDS.toNanos(seconds);
          poll.run();
        });
  }

  private void add(long offset) {
    consumer.addRecord(new ConsumerRecord<>("timing", 0, offset, new byte[0], new byte[0]));
  }
}
