package io.longhaul.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaControlTopicTest {
  private static final String TOPIC = "longhaul.control";
  private static final TopicPartition ALL = new TopicPartition(TOPIC, 0);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

  private final ControlCodec codec = new ControlCodec();
  private final Queue<Supplier<Consumer<byte[], byte[]>>> consumers = new ArrayDeque<>();

  @Test
  void aFailedConsumerIsReplacedAndReadingContinues() {
    MockConsumer<byte[], byte[]> first = consumer();
    first.schedulePollTask(() -> add(first, 7, 8));
    first.schedulePollTask(() -> first.setPollException(new KafkaException("broken")));
    MockConsumer<byte[], byte[]> second = consumer();
    second.schedulePollTask(() -> add(second, 7, 8, 9));

    assertThat(heardByLog(3, () -> first, () -> second)).containsExactly(7L, 8L, 9L);
    assertThat(first.closed()).isTrue();
    assertThat(second.closed()).isTrue();
  }

  @Test
  void aConsumerThatFailsBeforeItsFirstRecordIsReplacedAtTheSameOffset() {
    MockConsumer<byte[], byte[]> first = consumer();
    first.schedulePollTask(() -> first.setPollException(new KafkaException("broken")));
    MockConsumer<byte[], byte[]> second = consumer();
    second.updateEndOffsets(Map.of(ALL, 9L));
    second.schedulePollTask(() -> add(second, 7, 8));

    assertThat(heardByLog(2, () -> first, () -> second)).containsExactly(7L, 8L);
  }

  @Test
  void creatingAConsumerIsRetried() {
    MockConsumer<byte[], byte[]> first = consumer();
    first.schedulePollTask(() -> first.setPollException(new KafkaException("broken")));
    MockConsumer<byte[], byte[]> second = consumer();
    second.schedulePollTask(() -> add(second, 7));

    assertThat(
            heardByLog(
                1,
                () -> first,
                () -> {
                  throw new KafkaException("No resolvable bootstrap urls given");
                },
                () -> second))
        .containsExactly(7L);
  }

  @Test
  void withoutAConsumerTheProgressIsUnavailable() {
    MockConsumer<byte[], byte[]> first = consumer();
    first.schedulePollTask(() -> first.setPollException(new KafkaException("broken")));
    consumers.add(() -> first);
    try (KafkaControlTopic log = log()) {
      assertThat(log.readProgress()).isEqualTo(ReadProgress.CAUGHT_UP);
      assertThat(log.receive(POLL_INTERVAL)).isEmpty();

      assertThat(log.readProgress()).isEqualTo(ReadProgress.UNAVAILABLE);
    }
  }

  @Test
  void closingClosesEverythingWhenInterrupted() {
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public void close(Duration timeout) {
            super.close(timeout);
            throw new InterruptException("interrupted");
          }
        };
    MockConsumer<byte[], byte[]> consumer = consumer();
    consumers.add(() -> consumer);

    new KafkaControlTopic(TOPIC, new ControlSender(producer), () -> consumers.remove().get())
        .close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(producer.closed()).isTrue();
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void missingReadPermissionIsReportedImmediately() {
    MockConsumer<byte[], byte[]> forbidden = consumer();
    forbidden.setOffsetsException(new TopicAuthorizationException(TOPIC));
    consumers.add(() -> forbidden);

    assertThatThrownBy(this::log).isInstanceOf(TopicAuthorizationException.class);
  }

  @SafeVarargs
  private List<Long> heardByLog(int count, Supplier<Consumer<byte[], byte[]>>... made) {
    for (Supplier<Consumer<byte[], byte[]>> each : made) {
      consumers.add(each);
    }
    List<Long> received = new ArrayList<>();
    try (KafkaControlTopic log = log()) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (received.size() < count) {
        assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
        log.receive(POLL_INTERVAL)
            .forEach(message -> received.add(((CoordinatorAlive) message).getCount()));
      }
    }
    return received;
  }

  private KafkaControlTopic log() {
    return new KafkaControlTopic(
        TOPIC,
        new ControlSender(
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())),
        () -> consumers.remove().get());
  }

  /** Of a topic that ends at offset 7. */
  private static MockConsumer<byte[], byte[]> consumer() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    consumer.updateEndOffsets(Map.of(ALL, 7L));
    return consumer;
  }

  /** Messages whose count is their offset. */
  private void add(MockConsumer<byte[], byte[]> consumer, long... offsets) {
    for (long offset : offsets) {
      CoordinatorAlive message =
          CoordinatorAlive.newBuilder().setRunId("r1").setCount(offset).setToldEpochNs(0).build();
      consumer.addRecord(
          new ConsumerRecord<>(TOPIC, 0, offset, codec.key(message), codec.value(message)));
    }
  }
}
