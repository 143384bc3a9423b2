package io.longhaul.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The newest message of each key on the control topic, which is compacted and therefore keeps all
 * of them: what the processes of a run have agreed on, for a process that was not there.
 */
public final class ControlSnapshot {
  private final Map<String, SpecificRecordBase> newest;

  private ControlSnapshot(Map<String, SpecificRecordBase> newest) {
    this.newest = newest;
  }

  /**
   * Reads the topic from its beginning to its current end.
   *
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  public static ControlSnapshot read(KafkaCluster cluster) throws KafkaUnreachableException {
    TopicPartition control = new TopicPartition(cluster.topics().control(), 0);
    ControlCodec codec = new ControlCodec();
    Map<String, SpecificRecordBase> newest = new LinkedHashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(List.of(control));
      consumer.seekToBeginning(List.of(control));
      long end = requireNonNull(consumer.endOffsets(List.of(control)).get(control));
      new ReadToEnd(consumer)
          .read(
              Map.of(control, end),
              record ->
                  codec
                      .decode(record)
                      .ifPresent(
                          message -> newest.put(new String(codec.key(message), UTF_8), message)));
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
    return new ControlSnapshot(newest);
  }

  /** Returns a run's message of a kind that concerns the whole run; empty if there is none. */
  public <T extends SpecificRecordBase> Optional<T> of(String runId, Class<T> kind) {
    return all(runId, kind).stream().findFirst();
  }

  /** Returns a run's messages of a kind, one for each process or lane. */
  public <T extends SpecificRecordBase> List<T> all(String runId, Class<T> kind) {
    return all(kind).stream()
        .filter(message -> runId.equals(String.valueOf(message.get("run_id"))))
        .toList();
  }

  /** Returns the messages of a kind of all runs. */
  public <T extends SpecificRecordBase> List<T> all(Class<T> kind) {
    return newest.values().stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
