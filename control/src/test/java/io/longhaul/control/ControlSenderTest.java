package io.longhaul.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ControlSenderTest {
  private final MockProducer<byte[], byte[]> kafka =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final ControlSender sender = new ControlSender(kafka);

  @AfterEach
  void close() {
    sender.close();
  }

  @Test
  void onlyTheNewestMessageOfEachKeyIsQueued() throws Exception {
    send("a", "1");
    awaitSent(1);
    send("b", "1");
    send("a", "2");
    send("b", "2");
    send("a", "3");
    assertThat(sender.flush(Duration.ofMillis(20))).isFalse();
    acknowledge(1);
    acknowledge(2);
    acknowledge(3);

    assertThat(sender.flush(Duration.ofSeconds(10))).isTrue();
    assertThat(sent()).containsExactly("a=1", "b=2", "a=3");
  }

  @Test
  void aFailedMessageIsRetried() throws Exception {
    send("a", "1");
    awaitSent(1);
    assertThat(kafka.errorNext(new TimeoutException("not now"))).isTrue();
    acknowledge(2);

    assertThat(sender.flush(Duration.ofSeconds(10))).isTrue();
    assertThat(sent()).containsExactly("a=1", "a=1");
  }

  @Test
  void aFailedMessageIsReplacedByANewerOneOfItsKey() throws Exception {
    send("a", "1");
    awaitSent(1);
    send("a", "2");
    assertThat(kafka.errorNext(new TimeoutException("not now"))).isTrue();
    acknowledge(2);

    assertThat(sender.flush(Duration.ofSeconds(10))).isTrue();
    assertThat(sent()).containsExactly("a=1", "a=2");
  }

  @Test
  void closingDoesNotWaitLongForADeadKafka() {
    send("a", "1");
    long begun = System.nanoTime();
    sender.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }

  private void send(String key, String value) {
    sender.send(key, new ProducerRecord<>("t", 0, key.getBytes(UTF_8), value.getBytes(UTF_8)));
  }

  /** Acknowledges that message of all that were sent, once it is there. */
  private void acknowledge(int number) throws InterruptedException {
    awaitSent(number);
    assertThat(kafka.completeNext()).isTrue();
  }

  private void awaitSent(int messages) throws InterruptedException {
    while (kafka.history().size() < messages) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private List<String> sent() {
    return kafka.history().stream()
        .map(record -> new String(record.key(), UTF_8) + "=" + new String(record.value(), UTF_8))
        .toList();
  }
}
