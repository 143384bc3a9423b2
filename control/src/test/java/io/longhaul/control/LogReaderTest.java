package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LogReaderTest {
  private static final TopicPartition PARTITION = new TopicPartition("timing", 0);

  private final List<Long> taken = new CopyOnWriteArrayList<>();

  @Test
  void aFailedConsumerIsReplacedAndReadingContinues() throws Exception {
    MockConsumer<byte[], byte[]> first = new MockConsumer<>("latest");
    first.schedulePollTask(() -> add(first, 7, 8));
    first.schedulePollTask(() -> first.setPollException(new KafkaException("No broker is known")));
    MockConsumer<byte[], byte[]> second = new MockConsumer<>("latest");
    second.schedulePollTask(() -> add(second, 7, 8, 9));
    Queue<MockConsumer<byte[], byte[]>> consumers =
        new ConcurrentLinkedQueue<>(List.of(first, second));

    try (LogReader reader =
        new LogReader(
            "reader",
            consumers::remove,
            List.of(PARTITION),
            Map.of(PARTITION, 7L),
            Duration.ofMillis(10),
            record -> taken.add(record.offset()))) {
      assertThat(reader.position(PARTITION)).isEqualTo(7);
      reader.start();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (reader.position(PARTITION) < 10) {
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }

    assertThat(taken).containsExactly(7L, 8L, 9L);
    assertThat(first.closed()).isTrue();
    assertThat(second.closed()).isTrue();
  }

  private static void add(MockConsumer<byte[], byte[]> consumer, long... offsets) {
    for (long offset : offsets) {
      consumer.addRecord(new ConsumerRecord<>("timing", 0, offset, new byte[0], new byte[0]));
    }
  }
}
