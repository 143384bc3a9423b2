package io.longhaul.pipeline.source;

import static java.util.Objects.requireNonNull;

import io.longhaul.kafka.KafkaConnection;
import io.longhaul.schema.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the names of the runs in the log. They are taken from the keys of the control topic, which
 * is small, whereas the lanes may be terabytes. This is used before a job is submitted; no row
 * depends on it.
 *
 * @param kafka how the consumer connects
 */
public record RunsInLog(KafkaConnection kafka, Topics topics) {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);

  /** More than any responsive broker needs. */
  private static final int MAX_EMPTY_POLLS = 40;

  /**
   * Reads the control topic once, from its beginning to its current end.
   *
   * @throws IOException if it cannot be read
   */
  public Set<String> names() throws IOException {
    TopicPartition control = new TopicPartition(topics.control(), 0);
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(List.of(control));
      consumer.seekToBeginning(List.of(control));
      long end = requireNonNull(consumer.endOffsets(List.of(control)).get(control));
      Set<String> names = new TreeSet<>();
      int emptyPolls = 0;
      while (consumer.position(control) < end) {
        boolean isEmpty = true;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_TIMEOUT)) {
          isEmpty = false;
          add(record.key(), names);
        }
        emptyPolls = isEmpty ? emptyPolls + 1 : 0;
        if (emptyPolls == MAX_EMPTY_POLLS) {
          throw new IOException("Kafka returned no records");
        }
      }
      return names;
    } catch (KafkaException e) {
      throw new IOException(kafka.failure(e).sentence(), e);
    } catch (IOException e) {
      throw new IOException(
          "Cannot read %s on %s: %s"
              .formatted(topics.control(), kafka.bootstrapServers(), e.getMessage()),
          e);
    }
  }

  /** Adds the run of a key, which has the form {@code RUN/…}. */
  private static void add(byte @Nullable [] key, Set<String> names) {
    if (key != null) {
      String text = new String(key, StandardCharsets.UTF_8);
      int slash = text.indexOf('/');
      if (slash > 0) {
        names.add(text.substring(0, slash));
      }
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = kafka.properties();
    settings.put("enable.auto.commit", false);
    settings.put("auto.offset.reset", "none");
    settings.put("allow.auto.create.topics", false);
    settings.put("default.api.timeout.ms", (int) REQUEST_TIMEOUT.toMillis());
    settings.put("request.timeout.ms", (int) REQUEST_TIMEOUT.toMillis() / 2);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
