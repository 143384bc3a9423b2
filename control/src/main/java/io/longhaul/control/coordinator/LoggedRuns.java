package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.ControlSnapshot;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.ReadToEnd;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * State of runs according to the newest part of the log. A run may have lasted for weeks, but every
 * lane that has not ended writes a heartbeat each second, and the coordinator declares it lost
 * after 30 s of silence. So the part that precedes the last sign of a coordinator is enough.
 *
 * @param fromMillis append time of the first records that were read, in milliseconds since the
 *     epoch
 * @param runs the runs, by their IDs
 * @param positions offsets up to which the log was read
 */
record LoggedRuns(
    long fromMillis, Map<String, LoggedRun> runs, Map<TopicPartition, Long> positions) {
  /** Much more than the silence after which a lane is declared lost. */
  static final Duration WINDOW = Duration.ofMinutes(10);

  /**
   * Reads the end of the log.
   *
   * @param partitions number of partitions of each topic
   * @param wanted which runs are of interest
   * @param window length of the read part of the log, before the end of these runs
   * @throws KafkaUnreachableException if Kafka does not answer
   */
  static LoggedRuns read(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      ControlSnapshot control,
      Predicate<String> wanted,
      Duration window)
      throws KafkaUnreachableException {
    // A coordinator's clock may be ahead of the brokers'.
    long endMillis = Math.min(newestMillis(cluster, partitions), aliveMillis(control, wanted));
    return read(cluster, partitions, control, wanted, Math.max(0, endMillis - window.toMillis()));
  }

  /**
   * Reads the log from the records that were appended from a time on.
   *
   * @param fromMillis the time, in milliseconds since the epoch
   */
  static LoggedRuns read(
      KafkaCluster cluster,
      Map<String, Integer> partitions,
      ControlSnapshot control,
      Predicate<String> wanted,
      long fromMillis)
      throws KafkaUnreachableException {
    Map<String, LoggedRun> runs = new LinkedHashMap<>();
    Map<TopicPartition, Long> positions = new LinkedHashMap<>();
    EventCodecs codecs = new EventCodecs();
    List<TopicPartition> lanes = lanes(cluster, partitions);
    try (Consumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(lanes);
      Map<TopicPartition, Long> ends = consumer.endOffsets(lanes);
      seek(consumer, ends, fromMillis);
      new ReadToEnd(consumer)
          .read(
              ends,
              record ->
                  RecordKey.parse(record.key())
                      .filter(key -> wanted.test(key.runId()))
                      .ifPresent(
                          key ->
                              runs.computeIfAbsent(key.runId(), id -> loggedRun(id, control))
                                  .read(
                                      key,
                                      place(record),
                                      record.timestamp(),
                                      event(key, record, codecs))));
      lanes.forEach(lane -> positions.put(lane, consumer.position(lane)));
      runs.forEach((runId, run) -> addSamplers(runId, run, control));
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
    return new LoggedRuns(fromMillis, runs, positions);
  }

  private static List<TopicPartition> lanes(KafkaCluster cluster, Map<String, Integer> partitions) {
    return cluster.lanePartitions(partitions).stream().map(LaneLocation::topicPartition).toList();
  }

  /**
   * Returns the newest time at which a coordinator of these runs was alive, in milliseconds since
   * the epoch; {@link Long#MAX_VALUE} if there is none.
   */
  private static long aliveMillis(ControlSnapshot control, Predicate<String> wanted) {
    return control.all(CoordinatorAlive.class).stream()
        .filter(alive -> wanted.test(alive.getRunId()))
        .mapToLong(alive -> TimeUnit.NANOSECONDS.toMillis(alive.getToldEpochNs()))
        .max()
        .orElse(Long.MAX_VALUE);
  }

  private static LoggedRun loggedRun(String runId, ControlSnapshot control) {
    LoggedRun run =
        new LoggedRun(
            control
                .of(runId, CoordinatorAlive.class)
                .map(CoordinatorAlive::getToldEpochNs)
                .orElse(Long.MAX_VALUE));
    control
        .of(runId, CoordinatorAlive.class)
        .ifPresent(alive -> alive.getFormerLaneIds().forEach(run::addFormerCoordinator));
    return run;
  }

  /** A sampler whose lane was not written recently is over. */
  private static void addSamplers(String runId, LoggedRun run, ControlSnapshot control) {
    control.of(runId, CoordinatorAlive.class).stream()
        .flatMap(alive -> alive.getSamplerLanes().stream())
        .forEach(
            lane -> {
              run.add(lane.getLaneId(), new LaneLocation(lane.getTopic(), lane.getPartition()));
              run.announceEnd(lane.getLaneId());
            });
  }

  /** Positions the consumer at the records that were appended from a time on. */
  private static void seek(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, long fromMillis) {
    Map<TopicPartition, Long> times = new LinkedHashMap<>();
    ends.keySet().forEach(partition -> times.put(partition, fromMillis));
    Map<TopicPartition, OffsetAndTimestamp> offsets = consumer.offsetsForTimes(times);
    ends.forEach(
        (partition, end) -> {
          OffsetAndTimestamp first = offsets.get(partition);
          consumer.seek(partition, first == null ? end : first.offset());
        });
  }

  /**
   * Returns the append time of the newest record in the log, in milliseconds since the epoch; 0 if
   * the log is empty.
   */
  private static long newestMillis(KafkaCluster cluster, Map<String, Integer> partitions)
      throws KafkaUnreachableException {
    AtomicLong newest = new AtomicLong();
    List<TopicPartition> lanes = lanes(cluster, partitions);
    try (Consumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(lanes);
      Map<TopicPartition, Long> ends = consumer.endOffsets(lanes);
      Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(lanes);
      ends.forEach(
          (lane, end) ->
              consumer.seek(lane, Math.max(requireNonNull(beginnings.get(lane)), end - 1)));
      new ReadToEnd(consumer)
          .read(ends, record -> newest.accumulateAndGet(record.timestamp(), Math::max));
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
    return newest.get();
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
