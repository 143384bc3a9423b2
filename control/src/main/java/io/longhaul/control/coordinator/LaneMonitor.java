package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.LogReader;
import io.longhaul.metrics.Outcome;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.Ended;
import io.longhaul.wire.RequestFragment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the lanes of one run on its own thread to track their status. Decodes only the payloads of
 * first events, heartbeats and last events of lanes, and of request fragments if completed requests
 * are collected. Thread-safe.
 */
final class LaneMonitor implements AutoCloseable {
  private static final Duration POLL_TIMEOUT = Duration.ofMillis(200);

  private final String runId;
  private final EventCodecs codecs = new EventCodecs();
  private final Map<String, LaneStatus> lanes = new ConcurrentHashMap<>();
  private final LogReader reader;
  private final LogClock clock = new LogClock();
  private final boolean collectsCompletedRequests;
  private final Queue<CompletedRequest> completedRequests = new ConcurrentLinkedQueue<>();

  /**
   * Starts to read at the end of the log. Call it before the run's first record is written.
   *
   * @param collectsCompletedRequests whether completed requests are collected
   * @throws KafkaUnreachableException if Kafka does not return the end offsets
   */
  LaneMonitor(
      KafkaCluster cluster,
      String runId,
      Collection<LaneLocation> places,
      boolean collectsCompletedRequests)
      throws KafkaUnreachableException {
    this(cluster, runId, ends(cluster, places), Map.of(), collectsCompletedRequests);
  }

  /**
   * Starts to read at the given offsets.
   *
   * @param from first offset of each partition
   * @param known states of lanes according to the earlier records
   * @param collectsCompletedRequests whether completed requests are collected
   */
  LaneMonitor(
      KafkaCluster cluster,
      String runId,
      Map<TopicPartition, Long> from,
      Map<String, LaneStatus> known,
      boolean collectsCompletedRequests) {
    this.runId = runId;
    this.collectsCompletedRequests = collectsCompletedRequests;
    lanes.putAll(known);
    this.reader =
        new LogReader(
            "lane-watch",
            () -> consumer(cluster),
            from.keySet(),
            from,
            POLL_TIMEOUT,
            record -> RecordKey.parse(record.key()).ifPresent(key -> read(key, record)));
    reader.start();
  }

  private static Consumer<byte[], byte[]> consumer(KafkaCluster cluster) {
    return cluster.consumer("latest", Map.of("max.poll.records", 20_000));
  }

  private static Map<TopicPartition, Long> ends(
      KafkaCluster cluster, Collection<LaneLocation> places) throws KafkaUnreachableException {
    try (Consumer<byte[], byte[]> consumer = consumer(cluster)) {
      return consumer.endOffsets(places.stream().map(LaneLocation::topicPartition).toList());
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(cluster.kafka(), e);
    }
  }

  LaneStatus lane(String laneId) {
    return lanes.getOrDefault(laneId, LaneStatus.UNKNOWN);
  }

  /** Returns the current load of all profiling lanes. */
  LiveLoad liveLoad() {
    LiveLoad load = LiveLoad.NONE;
    for (LaneStatus status : lanes.values()) {
      if (status.isProfiling()) {
        load = load.and(status);
      }
    }
    return load;
  }

  /** Returns the current state of each generator lane, sorted by lane ID. */
  List<LiveLane> liveLanes() {
    return lanes.values().stream()
        .filter(LaneStatus::isGeneratorLane)
        .map(LiveLane::of)
        .sorted(Comparator.comparing(LiveLane::laneId))
        .toList();
  }

  /**
   * Removes and returns the completed requests of profiling lanes that were read since the last
   * call. They include all requests that precede a heartbeat that was returned before this call.
   */
  List<CompletedRequest> takeCompletedRequests() {
    List<CompletedRequest> taken = new ArrayList<>();
    for (CompletedRequest next = completedRequests.poll();
        next != null;
        next = completedRequests.poll()) {
      taken.add(next);
    }
    return taken;
  }

  /** Returns the current time on the log's clock, see {@link LogClock}. */
  long logMillis() {
    return clock.millis();
  }

  /**
   * Returns the latest append time of the run's records, in milliseconds since the epoch; 0 before
   * the first.
   */
  long newestEpochMillis() {
    return clock.newestEpochMillis();
  }

  /** Returns the offset after the last record that was read from a partition. */
  long position(LaneLocation place) {
    return reader.position(place.topicPartition());
  }

  private void read(RecordKey key, ConsumerRecord<byte[], byte[]> record) {
    if (!key.runId().equals(runId)) {
      return;
    }
    if (key.kind().isVerdict()) { // written by the coordinator, so no sign of life
      if (key.kind() == EventKind.LANE_LOST) {
        lanes.put(key.laneId(), lane(key.laneId()).declaredLost());
      }
      return;
    }
    clock.appended(record.timestamp());
    LaneStatus status = lane(key.laneId()).withRecordAt(clock.millis());
    lanes.put(key.laneId(), withEvent(status, key.kind(), record.value()));
  }

  private LaneStatus withEvent(LaneStatus status, EventKind kind, byte[] payload) {
    boolean wanted =
        switch (kind) {
          case LANE_STARTED, HEARTBEAT, LANE_ENDED -> true;
          case REQUEST_FRAGMENT -> collectsCompletedRequests && status.isProfiling();
          default -> false;
        };
    if (!wanted) {
      return status;
    }
    try {
      SpecificRecordBase event = codecs.decode(kind, payload);
      if (event instanceof RequestFragment fragment) {
        collectCompletedRequest(status, fragment);
        return status;
      }
      return status.with(event);
    } catch (UnreadableRecordException e) {
      // The pipeline rejects it; here it still is a sign of life.
      return status;
    }
  }

  /**
   * Collects a completed request; requests that the client itself ended count neither as valid nor
   * as failed.
   */
  private void collectCompletedRequest(LaneStatus status, RequestFragment fragment) {
    Ended ended = fragment.getEnded();
    if (ended == null) {
      return;
    }
    Outcome outcome = Outcome.valueOf(ended.getEnding().name());
    if (outcome.isCompleted()) {
      completedRequests.add(
          new CompletedRequest(
              requireNonNull(status.identity()).anchorEpochNanos() + ended.getEndedAtNs(),
              fragment.getRequestIdHi(),
              fragment.getRequestIdLo(),
              outcome.isError(),
              ended.getReason()));
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
