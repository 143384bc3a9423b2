package io.longhaul.pipeline.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LiveTopicWriterTest {
  private final Counter dropped = new ThreadSafeSimpleCounter();
  private final MockProducer<byte[], byte[]> kafka =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

  @Test
  void rowsReachTheTopicInOrder() {
    try (LiveTopicWriter<String> writer = writer(() -> kafka)) {
      writer.write("a", null);
      writer.write("b", null);
      await(() -> kafka.history().size() == 2);
    }
    assertThat(kafka.history())
        .extracting(record -> new String(record.value(), UTF_8))
        .isEqualTo(List.of("a", "b"));
    assertThat(kafka.history())
        .extracting(record -> new String(record.headers().lastHeader("schema.id").value(), UTF_8))
        .containsOnly("7");
    assertThat(kafka.closed()).isTrue();
  }

  @Test
  void anUnresponsiveBrokerNeverDelaysAWriteOrACheckpoint() {
    CountDownLatch never = new CountDownLatch(1);
    Supplier<Producer<byte[], byte[]>> stuck =
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return kafka;
        };
    try (LiveTopicWriter<String> writer = writer(stuck)) {
      for (int i = 0; i < 2000; i++) {
        writer.write("row", null);
      }
      writer.flush(false);
    }
    assertThat(dropped.getCount()).isEqualTo(2000 - LiveTopicWriter.QUEUE_CAPACITY);
  }

  @Test
  void aFailedSendIsCountedAndTheNextOneIsTried() {
    kafka.sendException = new KafkaException("too large");
    try (LiveTopicWriter<String> writer = writer(() -> kafka)) {
      writer.write("a", null);
      await(() -> dropped.getCount() == 1);
      kafka.sendException = null;
      writer.write("b", null);
      await(() -> kafka.history().size() == 1);
    }
  }

  @Test
  void aProducerThatCannotBeCreatedIsCreatedLater() {
    AtomicInteger attempts = new AtomicInteger();
    Supplier<Producer<byte[], byte[]>> atTheThirdAttempt =
        () -> {
          if (attempts.incrementAndGet() < 3) {
            throw new KafkaException("No resolvable bootstrap urls given");
          }
          return kafka;
        };
    try (LiveTopicWriter<String> writer = writer(atTheThirdAttempt)) {
      writer.write("a", null);
      await(() -> kafka.history().size() == 1);
      writer.write("b", null);
      await(() -> kafka.history().size() == 2);
    }
    assertThat(dropped.getCount()).isZero();
    assertThat(kafka.closed()).isTrue();
  }

  private LiveTopicWriter<String> writer(Supplier<Producer<byte[], byte[]>> producers) {
    return new LiveTopicWriter<>(
        "longhaul.slices",
        row -> row.getBytes(UTF_8),
        row -> row.getBytes(UTF_8),
        List.of(new RecordHeader("schema.id", "7".getBytes(UTF_8))),
        producers,
        dropped);
  }

  private static void await(BooleanSupplier fact) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!fact.getAsBoolean()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
