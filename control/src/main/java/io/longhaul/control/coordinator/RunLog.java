package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.ReadToEnd;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.UnreadableRecordException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the log contains of one run, as another coordinator needs it. Reads only the records since
 * shortly before the last sign of the former coordinator, and around the start of the load, because
 * a run may have lasted for weeks.
 *
 * @param run state of the run
 * @param positions offsets up to which the log was read
 */
record RunLog(LoggedRun run, Map<TopicPartition, Long> positions) {
  /** Much more than the silence after which a lane is declared lost. */
  private static final Duration BEFORE_THE_END = Duration.ofMinutes(10);

  /** Generators open their lanes when the start is announced, or shortly after it. */
  private static final long AROUND_THE_START_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /**
   * Reads the log.
   *
   * @param aliveEpochNanos last time at which a coordinator was certainly alive
   * @param startEpochNanos start of the load
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  static RunLog read(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      String runId,
      long aliveEpochNanos,
      long startEpochNanos)
      throws KafkaUnreachableException {
    LoggedRun run = new LoggedRun(aliveEpochNanos);
    EventCodecs codecs = new EventCodecs();
    List<TopicPartition> lanes =
        cluster.lanePartitions(partitions).stream().map(LaneLocation::topicPartition).toList();
    try (Consumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(lanes);
      Map<TopicPartition, Long> ends = consumer.endOffsets(lanes);
      offsets(consumer, ends, millis(aliveEpochNanos) - BEFORE_THE_END.toMillis())
          .forEach(consumer::seek);
      ReadToEnd reader = new ReadToEnd(consumer);
      reader.read(ends, record -> read(record, runId, codecs, run));
      Map<TopicPartition, Long> positions = new HashMap<>();
      lanes.forEach(partition -> positions.put(partition, consumer.position(partition)));
      if (run.lacksStarts()) {
        long start = millis(startEpochNanos);
        Map<TopicPartition, Long> until = offsets(consumer, ends, start + AROUND_THE_START_MILLIS);
        offsets(consumer, ends, start - AROUND_THE_START_MILLIS).forEach(consumer::seek);
        reader.read(until, record -> readStart(record, runId, codecs, run));
      }
      return new RunLog(run, positions);
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  private static long millis(long epochNanos) {
    return TimeUnit.NANOSECONDS.toMillis(epochNanos);
  }

  /** Returns the offsets of the first records that were appended from a time on. */
  private static Map<TopicPartition, Long> offsets(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long epochMillis) {
    Map<TopicPartition, Long> times = new HashMap<>();
    ends.keySet().forEach(partition -> times.put(partition, Math.max(0, epochMillis)));
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(times);
    Map<TopicPartition, Long> offsets = new HashMap<>();
    ends.forEach(
        (partition, end) -> {
          OffsetAndTimestamp first = found.get(partition);
          offsets.put(partition, first == null ? end : Long.valueOf(first.offset()));
        });
    return offsets;
  }

  private static void read(
      ConsumerRecord<byte[], byte[]> record, String runId, EventCodecs codecs, LoggedRun run) {
    RecordKey.parse(record.key())
        .filter(key -> key.runId().equals(runId))
        .ifPresent(
            key -> run.read(key, place(record), record.timestamp(), event(key, record, codecs)));
  }

  private static void readStart(
      ConsumerRecord<byte[], byte[]> record, String runId, EventCodecs codecs, LoggedRun run) {
    RecordKey.parse(record.key())
        .filter(key -> key.kind() == EventKind.LANE_STARTED)
        .filter(key -> key.runId().equals(runId) && run.knows(key.laneId()))
        .ifPresent(
            key -> run.read(key, place(record), record.timestamp(), event(key, record, codecs)));
  }

  private static LaneLocation place(ConsumerRecord<byte[], byte[]> record) {
    return new LaneLocation(record.topic(), record.partition());
  }

  private static @Nullable SpecificRecordBase event(
      RecordKey key, ConsumerRecord<byte[], byte[]> record, EventCodecs codecs) {
    if (!LoggedRun.wantsPayload(key.kind())) {
      return null;
    }
    try {
      return codecs.decode(key.kind(), record.value());
    } catch (UnreadableRecordException e) {
      // The pipeline rejects it, too; the key shows that the lane exists.
      return null;
    }
  }

  /** Returns the offset up to which a partition was read. */
  long position(LaneLocation place) {
    return requireNonNull(positions.get(place.topicPartition()));
  }
}
