package io.longhaul.load.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.spool.Spool;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaEventPublisherTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);
  private static final byte[] KEY = "key".getBytes(UTF_8);
  private static final long PLENTY = 1 << 20;
  private static final long WINDOW_BYTES = 10_000;

  private final List<MockProducer<byte[], byte[]>> producers = new CopyOnWriteArrayList<>();
  private final List<Duration> closeTimeouts = new CopyOnWriteArrayList<>();
  private KafkaEventPublisher publisher;

  @AfterEach
  void closesItsProducer() {
    publisher.close();
    assertThat(producers).last().extracting(MockProducer::closed).isEqualTo(true);
  }

  @Test
  void recordGoesToTheTopicAndPartitionOfItsLane() {
    LanePublisher lane = openLane(true, PLENTY);

    lane.offer(0, KEY, bytes("hello"));

    assertThat(publisher.flush(LONG_ENOUGH)).isTrue();
    ProducerRecord<byte[], byte[]> record = producers.get(0).history().get(0);
    assertThat(record.topic()).isEqualTo("timing");
    assertThat(record.partition()).isEqualTo(3);
    assertThat(record.key()).isEqualTo(KEY);
    assertThat(record.value()).isEqualTo(bytes("hello"));
  }

  @Test
  void onlyAcknowledgedRecordsAreBelowTheMark() {
    LanePublisher lane = openLane(false, PLENTY);
    offer(lane, 0, 3);
    await(() -> producers.get(0).history().size() == 3);

    assertThat(lane.ackedBelow()).isZero();
    assertThat(lane.unacked()).isEqualTo(3);

    producers.get(0).completeNext();
    producers.get(0).completeNext();

    assertThat(lane.ackedBelow()).isEqualTo(2);
    assertThat(lane.unacked()).isEqualTo(1);
    producers.get(0).completeNext();
  }

  @Test
  void fullQueueRejectsImmediatelyAndTheRejectedRecordIsSettled() {
    LanePublisher lane = openLane(false, 40);

    assertThat(lane.offer(0, KEY, new byte[30])).isTrue();
    assertThat(lane.offer(1, KEY, new byte[30])).isFalse();
    await(() -> producers.get(0).history().size() == 1);
    producers.get(0).completeNext();

    assertThat(lane.ackedBelow()).isEqualTo(2);
    assertThat(lane.takeLost()).as("it was never accepted").isEmpty();
  }

  @Test
  void recordIsOfferedAgainBeforeTheNextIfTheBufferIsFull() {
    LanePublisher lane = openLane(true, PLENTY);
    producers.get(0).sendException = new TimeoutException("buffer is full");
    offer(lane, 0, 2);
    await(() -> publisher.trouble().isPresent());

    assertThat(publisher.trouble()).hasValue("Kafka accepts no records: buffer is full");
    producers.get(0).sendException = null;

    assertThat(publisher.flush(LONG_ENOUGH)).isTrue();
    assertThat(valuesSentBy(0)).containsExactly("0", "1");
    assertThat(publisher.trouble()).isEmpty();
  }

  @Test
  void failedProducerIsReplacedAndUnacknowledgedRecordsAreResentInOrder() {
    LanePublisher lane = openLane(false, PLENTY);
    offer(lane, 0, 3);
    await(() -> producers.get(0).history().size() == 3);
    producers.get(0).completeNext();
    producers.get(0).errorNext(new AuthorizationException("no more"));

    await(() -> producers.size() == 2 && producers.get(1).history().size() == 2);

    assertThat(valuesSentBy(1)).containsExactly("1", "2");
    assertThat(producers.get(0).closed()).isTrue();
    producers.get(1).completeNext();
    producers.get(1).completeNext();
    assertThat(lane.ackedBelow()).isEqualTo(3);
    assertThat(lane.takeLost()).isEmpty();
  }

  @Test
  void recordWithoutAcknowledgementShowsSinceWhenKafkaIsUnavailable() {
    LanePublisher lane = openLane(false, PLENTY);
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    offer(lane, 0, 1);
    assertThat(publisher.outage()).isEmpty();
    await(() -> publisher.outage().isPresent());

    assertThat(publisher.outage().get().since()).isBetween(before, before.plusSeconds(3));

    producers.get(0).completeNext();
    await(() -> publisher.outage().isEmpty());
  }

  @Test
  void aRefusalIsTheReasonOfTheOutageUntilRecordsAreAcknowledgedAgain() {
    LanePublisher lane = openLane(false, PLENTY);
    offer(lane, 0, 1);
    await(() -> producers.get(0).history().size() == 1);
    producers.get(0).errorNext(new AuthorizationException("Not authorized to access topics"));
    await(() -> publisher.outage().isPresent());

    assertThat(publisher.outage().get().refusal()).contains("Not authorized to access topics");

    producers.get(1).completeNext();
    await(() -> publisher.outage().isEmpty());
  }

  @Test
  void closeWaitsOnlyBrieflyWhileKafkaIsUnavailable() {
    LanePublisher lane = openLane(false, PLENTY);
    offer(lane, 0, 1);
    await(() -> publisher.outage().isPresent());

    publisher.close();

    assertThat(closeTimeouts).containsExactly(Duration.ofMillis(500));
  }

  @Test
  void closedPublisherRejectsRecordsAndTheirLaneKnows() {
    LanePublisher lane = openLane(false, PLENTY);
    offer(lane, 0, 2);

    publisher.close();

    assertThat(lane.offer(2, KEY, bytes("late"))).isFalse();
    assertThat(lane.unacked()).isEqualTo(2);
    assertThat(publisher.remaining()).isEqualTo(new KafkaEventPublisher.Remaining(0, 2));
    assertThat(closeTimeouts).containsExactly(Duration.ofSeconds(2));
  }

  @Test
  void tooLargeRecordIsLostOnceAndLaterRecordsContinue() {
    LanePublisher lane = openLane(false, PLENTY);
    offer(lane, 0, 2);
    await(() -> producers.get(0).history().size() == 2);

    producers.get(0).errorNext(new RecordTooLargeException("too large"));
    producers.get(0).completeNext();

    assertThat(lane.takeLost()).containsExactly(0L);
    assertThat(lane.takeLost()).isEmpty();
    assertThat(lane.ackedBelow()).isEqualTo(2);
    assertThat(producers).hasSize(1);
  }

  @Test
  void settingsThatAffectOrderAndLoadAreSet() {
    openLane(true, PLENTY);

    assertThat(KafkaProducerSettings.of(Map.of("bootstrap.servers", "127.0.0.1:1"), "g0"))
        .containsOnly(
            Map.entry("bootstrap.servers", "127.0.0.1:1"),
            Map.entry("client.id", "g0"),
            Map.entry("acks", "all"),
            Map.entry("enable.idempotence", true),
            Map.entry("max.in.flight.requests.per.connection", 5),
            Map.entry("retries", Integer.MAX_VALUE),
            Map.entry("delivery.timeout.ms", Integer.MAX_VALUE),
            Map.entry("request.timeout.ms", 10_000),
            Map.entry("max.block.ms", 100L),
            Map.entry("socket.connection.setup.timeout.max.ms", 10_000L),
            Map.entry("linger.ms", 50L),
            Map.entry("batch.size", 262_144),
            Map.entry("buffer.memory", 67_108_864L),
            Map.entry("compression.type", "lz4"),
            Map.entry("enable.metrics.push", false));
  }

  private LanePublisher openLane(boolean acknowledgesAtOnce, long maxMemoryBytes) {
    publisher = publisher(acknowledgesAtOnce, maxMemoryBytes, null, false);
    return publisher.open("timing", 3);
  }

  private KafkaEventPublisher publisher(
      boolean acknowledgesAtOnce, long maxMemoryBytes, Spool spool, boolean reportsCrowding) {
    return new KafkaEventPublisher(
        () -> {
          MockProducer<byte[], byte[]> producer =
              new MockProducer<>(
                  acknowledgesAtOnce, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public void close(Duration timeout) {
                  closeTimeouts.add(timeout);
                  super.close(timeout);
                }
              };
          producers.add(producer);
          return producer;
        },
        maxMemoryBytes,
        spool,
        reportsCrowding,
        WINDOW_BYTES);
  }

  private static void offer(LanePublisher lane, int fromSeq, int toSeq) {
    for (int seq = fromSeq; seq < toSeq; seq++) {
      assertThat(lane.offer(seq, KEY, bytes(Integer.toString(seq)))).isTrue();
    }
  }

  private List<String> valuesSentBy(int producer) {
    return producers.get(producer).history().stream()
        .map(record -> new String(record.value(), UTF_8))
        .toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void await(BooleanSupplier fact) {
    long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
    while (!fact.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("time left").isNegative();
      Thread.onSpinWait();
    }
  }
}
