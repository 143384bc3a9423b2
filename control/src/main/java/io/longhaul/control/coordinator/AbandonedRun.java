package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.StopReason;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.LaneLost;
import io.longhaul.wire.Stop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Ends a run in the log whose coordinator and generators no longer exist, so that a job that reads
 * the log emits all slices and the summary. Appends to the coordinator's lane behind its last
 * record. Only for a log that no other process writes.
 */
public final class AbandonedRun {
  private static final String REASON = StopReason.ABANDONED.word();

  private final KafkaCluster cluster;
  private final Map<String, Integer> partitions;
  private final Map<String, Long> issuedByLane;
  private final EventCodecs codecs = new EventCodecs();

  /**
   * Creates the object without reading anything.
   *
   * @param partitions number of partitions of each topic
   * @param issuedByLane number of requests that each lane issued, where known
   */
  public AbandonedRun(
      KafkaCluster cluster, Map<String, Integer> partitions, Map<String, Long> issuedByLane) {
    this.cluster = cluster;
    this.partitions = partitions;
    this.issuedByLane = issuedByLane;
  }

  /**
   * Ends the latest run in the log unless it has ended already.
   *
   * @return the run's ID; empty if the log contains no started run
   */
  public Optional<String> end() {
    Map<String, LoggedRun> runs = read();
    String latest = null;
    for (Map.Entry<String, LoggedRun> run : runs.entrySet()) {
      if (run.getValue().hasStarted()) {
        latest = run.getKey();
      }
    }
    LoggedRun run = latest == null ? null : runs.get(latest);
    if (latest != null && run != null && run.isOpen()) {
      end(latest, run);
    }
    return Optional.ofNullable(latest);
  }

  private void end(String runId, LoggedRun run) {
    long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    try (LaneLogWriter log = new LaneLogWriter(cluster)) {
      run.openLanes()
          .forEach(
              (laneId, place) ->
                  log.append(
                      place,
                      RecordKey.verdict(runId, laneId, EventKind.LANE_LOST),
                      LaneLost.newBuilder()
                          .setRunId(runId)
                          .setLaneId(laneId)
                          .setReason(REASON)
                          .setJudgedEpochNs(now)
                          .setIssued(issuedByLane.get(laneId))
                          .build()));
      log.append(
          run.coordinatorPlace(),
          RecordKey.event(runId, run.coordinatorLane(), EventKind.STOP, run.nextCoordinatorSeq()),
          Stop.newBuilder()
              .setAtNs(run.coordinatorTime(now))
              .setReason(REASON)
              .setLoadEndedEpochNs(run.latestFrontierEpochNanos())
              .build());
      log.flush();
    }
  }

  private Map<String, LoggedRun> read() {
    Map<String, LoggedRun> runs = new LinkedHashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      List<TopicPartition> lanes =
          cluster.lanePartitions(partitions).stream().map(LaneLocation::topicPartition).toList();
      consumer.assign(lanes);
      consumer.seekToBeginning(lanes);
      Map<TopicPartition, Long> ends = consumer.endOffsets(lanes);
      while (lanes.stream()
          .anyMatch(each -> consumer.position(each) < requireNonNull(ends.get(each)))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(500))) {
          RecordKey.parse(record.key()).ifPresent(key -> read(key, record, runs));
        }
      }
    }
    return runs;
  }

  private void read(
      RecordKey key, ConsumerRecord<byte[], byte[]> record, Map<String, LoggedRun> runs) {
    SpecificRecordBase event = null;
    if (LoggedRun.wantsPayload(key.kind())) {
      try {
        event = codecs.decode(key.kind(), record.value());
      } catch (UnreadableRecordException e) {
        // The pipeline rejects it, too.
        return;
      }
    }
    runs.computeIfAbsent(key.runId(), any -> new LoggedRun())
        .read(key, new LaneLocation(record.topic(), record.partition()), event);
  }
}
