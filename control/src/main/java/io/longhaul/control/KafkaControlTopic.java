package io.longhaul.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control topic in Kafka. Reads from the topic's end at the time of construction, because
 * senders repeat every message that is still relevant. Replaces a failed consumer by a new one that
 * continues at the same offset. Not thread-safe.
 */
public final class KafkaControlTopic implements ControlTopic {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaControlTopic.class);
  private static final int BLOCK_TIMEOUT_MILLIS = 5_000;
  private static final int REQUEST_TIMEOUT_MILLIS = 5_000;

  /** An older message is obsolete, because its sender has a newer one. */
  private static final int DELIVERY_TIMEOUT_MILLIS = 10_000;

  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(2);
  private static final long REPLACE_AFTER_NANOS = 500_000_000;

  private final String topic;
  private final TopicPartition partition;
  private final ControlCodec codec = new ControlCodec();
  private final ControlSender sender;
  private final Supplier<Consumer<byte[], byte[]>> consumers;

  /** Null after a failure. */
  private @Nullable Consumer<byte[], byte[]> consumer;

  private long failedNanos;

  /** Offset of the next record; empty if unknown. */
  private OptionalLong position = OptionalLong.empty();

  public KafkaControlTopic(KafkaCluster cluster) {
    this(
        cluster.topics().control(),
        new ControlSender(
            new KafkaProducer<>(
                producerSettings(cluster), new ByteArraySerializer(), new ByteArraySerializer())),
        () -> cluster.consumer("none", Map.of("fetch.max.wait.ms", 100)));
  }

  /**
   * Creates a control topic on the given sender and consumers.
   *
   * @param sender closed together with this object
   * @param consumers creates consumers
   */
  KafkaControlTopic(
      String topic, ControlSender sender, Supplier<Consumer<byte[], byte[]>> consumers) {
    this.topic = topic;
    this.partition = new TopicPartition(topic, 0);
    this.sender = sender;
    this.consumers = consumers;
    Consumer<byte[], byte[]> opened = open();
    try {
      // Resolves the end offset now. If Kafka does not answer, the first poll resolves it.
      boolean unused = isCaughtUp(opened);
    } catch (RetriableException | InvalidOffsetException e) {
      LOG.info("Kafka does not answer yet: {}", e.getMessage());
    }
  }

  private static Map<String, Object> producerSettings(KafkaCluster cluster) {
    Map<String, Object> settings = cluster.connection();
    settings.put("acks", "all");
    settings.put("linger.ms", 0);
    settings.put("max.block.ms", BLOCK_TIMEOUT_MILLIS);
    settings.put("request.timeout.ms", REQUEST_TIMEOUT_MILLIS);
    settings.put("delivery.timeout.ms", DELIVERY_TIMEOUT_MILLIS);
    return settings;
  }

  private Consumer<byte[], byte[]> open() {
    Consumer<byte[], byte[]> opened = consumers.get();
    consumer = opened;
    opened.assign(List.of(partition));
    if (position.isEmpty()) {
      opened.seekToEnd(List.of(partition));
    } else {
      opened.seek(partition, position.getAsLong());
    }
    return opened;
  }

  @Override
  public void send(SpecificRecordBase message) {
    byte[] key = codec.key(message);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, 0, key, codec.value(message));
    record.headers().add(ControlCodec.SCHEMA_HEADER, codec.schema(message));
    sender.send(new String(key, UTF_8), record);
  }

  @Override
  public List<SpecificRecordBase> receive(Duration atMost) {
    List<SpecificRecordBase> messages = new ArrayList<>();
    if (consumer == null && !isReplacementDue()) {
      pause(atMost);
      return messages;
    }
    try {
      Consumer<byte[], byte[]> reading = consumer == null ? open() : consumer;
      for (ConsumerRecord<byte[], byte[]> record : reading.poll(atMost)) {
        codec.decode(record).ifPresent(messages::add);
        position = OptionalLong.of(record.offset() + 1);
      }
    } catch (InvalidOffsetException e) {
      // The broker has lost its last records; senders repeat what is still relevant.
      position = OptionalLong.empty();
      requireNonNull(consumer).seekToEnd(List.of(partition));
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      abandonConsumer(e);
    }
    return messages;
  }

  @Override
  public ReadProgress readProgress() {
    if (consumer == null) {
      return ReadProgress.UNAVAILABLE;
    }
    try {
      return isCaughtUp(consumer) ? ReadProgress.CAUGHT_UP : ReadProgress.BEHIND;
    } catch (RetriableException | InvalidOffsetException e) {
      return ReadProgress.UNAVAILABLE;
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      abandonConsumer(e);
      return ReadProgress.UNAVAILABLE;
    }
  }

  private boolean isCaughtUp(Consumer<byte[], byte[]> reading) {
    long end = requireNonNull(reading.endOffsets(List.of(partition), QUERY_TIMEOUT).get(partition));
    long reached = reading.position(partition, QUERY_TIMEOUT);
    position = OptionalLong.of(reached);
    return reached >= end;
  }

  private boolean isReplacementDue() {
    return System.nanoTime() - failedNanos >= REPLACE_AFTER_NANOS;
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void abandonConsumer(KafkaException failure) {
    LOG.warn("Cannot read {}, trying again: {}", topic, failure.getMessage());
    failedNanos = System.nanoTime();
    closeConsumer();
  }

  /** Closes without waiting: there are no offsets to commit and no group to leave. */
  private void closeConsumer() {
    if (consumer == null) {
      return;
    }
    try {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    } catch (KafkaException e) {
      // The consumer is closed nevertheless, and the interrupt flag remains set.
      LOG.debug("Closing a consumer of {}", topic, e);
    }
    consumer = null;
  }

  @Override
  public void close() {
    sender.close();
    closeConsumer();
  }
}
