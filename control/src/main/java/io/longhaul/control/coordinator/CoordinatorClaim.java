package io.longhaul.control.coordinator;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.ReadToEnd;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.LaneLost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The claim of a coordinator to lead a run instead of another one: the verdict on the lane of the
 * former coordinator. The first verdict on a lane counts, so only one of several claims succeeds.
 *
 * @param place location of the lanes of the run's coordinators
 * @param formerLaneId lane of the former coordinator
 * @param frontierEpochNanos frontier of that lane
 * @param fromOffset offset up to which the partition contains no verdict on that lane
 */
record CoordinatorClaim(
    KafkaCluster cluster,
    String runId,
    LaneLocation place,
    String formerLaneId,
    long frontierEpochNanos,
    long fromOffset) {
  private static final String REASON = "another coordinator has taken over";

  /**
   * Makes the claim and waits until Kafka has acknowledged it.
   *
   * @param laneId lane of this coordinator
   * @return whether this is the first claim
   * @throws KafkaUnreachableException if Kafka does not answer; the claim may be in the log
   */
  boolean make(LaneLogWriter log, String laneId, long nowEpochNanos)
      throws KafkaUnreachableException {
    try {
      append(log, laneId, nowEpochNanos);
      // Lanes of coordinators that start in the same millisecond have the same name.
      return first()
          .filter(verdict -> laneId.equals(verdict.getSuccessorLaneId()))
          .filter(verdict -> verdict.getJudgedEpochNs() == nowEpochNanos)
          .isPresent();
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  private void append(LaneLogWriter log, String laneId, long nowEpochNanos) {
    log.append(
        place,
        RecordKey.verdict(runId, formerLaneId, EventKind.LANE_LOST),
        LaneLost.newBuilder()
            .setRunId(runId)
            .setLaneId(formerLaneId)
            .setReason(REASON)
            .setJudgedEpochNs(nowEpochNanos)
            .setSuccessorLaneId(laneId)
            .setSuccessorFrontierEpochNs(frontierEpochNanos)
            .build());
    log.flush();
  }

  /** Returns the first verdict on the former coordinator's lane. */
  private Optional<LaneLost> first() {
    AtomicReference<LaneLost> first = new AtomicReference<>();
    EventCodecs codecs = new EventCodecs();
    TopicPartition partition = place.topicPartition();
    try (Consumer<byte[], byte[]> consumer = cluster.consumer("earliest", Map.of())) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, fromOffset);
      new ReadToEnd(consumer)
          .read(
              consumer.endOffsets(List.of(partition)),
              record ->
                  verdict(record, codecs).ifPresent(verdict -> first.compareAndSet(null, verdict)));
    }
    return Optional.ofNullable(first.get());
  }

  private Optional<LaneLost> verdict(ConsumerRecord<byte[], byte[]> record, EventCodecs codecs) {
    Optional<RecordKey> key =
        RecordKey.parse(record.key())
            .filter(RecordKey.verdict(runId, formerLaneId, EventKind.LANE_LOST)::equals);
    if (key.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of((LaneLost) codecs.decode(EventKind.LANE_LOST, record.value()));
    } catch (UnreadableRecordException e) {
      // The pipeline rejects it.
      return Optional.empty();
    }
  }
}
