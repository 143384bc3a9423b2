package io.longhaul.cli.coordinator;

import io.longhaul.metrics.Outcome;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneStarted;
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
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the lanes of one run from a thread of its own, to know which of them live. Only keys are
 * looked at; of the payloads only beginnings, heartbeats and ends of lanes are decoded, and
 * fragments when somebody wants to hear how requests end. May be asked by any thread.
 */
final class LaneWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LaneWatch.class);
  private static final Duration LONGEST_POLL = Duration.ofMillis(200);

  private final String runId;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final EventCodecs codecs = new EventCodecs();
  private final Map<String, LaneLife> lanes = new ConcurrentHashMap<>();
  private final Thread reader;
  private final LogClock clock = new LogClock();
  private final boolean hearsEndings;
  private final Queue<RequestEnding> endings = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /**
   * Begins at the end of the log: call it before the run's first record is written.
   *
   * @param hearsEndings whether somebody takes how requests end
   */
  LaneWatch(
      KafkaCluster cluster, String runId, Collection<LanePlace> places, boolean hearsEndings) {
    this.runId = runId;
    this.hearsEndings = hearsEndings;
    Map<String, Object> settings = cluster.connection();
    settings.put("enable.auto.commit", false);
    settings.put("auto.offset.reset", "latest");
    settings.put("max.poll.records", 20_000);
    this.consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        places.stream().map(place -> new TopicPartition(place.topic(), place.partition())).toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    // Asked for now, since the end is looked up no sooner than that.
    partitions.forEach(consumer::position);
    this.reader = new Thread(this::readUntilClosed, "lane-watch");
    reader.setDaemon(true);
    reader.start();
  }

  LaneLife lane(String laneId) {
    return lanes.getOrDefault(laneId, LaneLife.UNHEARD);
  }

  /** What the profiling lanes of generators said lately. */
  LiveLoad liveLoad() {
    LiveLoad load = LiveLoad.NONE;
    for (LaneLife life : lanes.values()) {
      if (life.isProfiling()) {
        load = load.and(life);
      }
    }
    return load;
  }

  /** What each lane of a generator said lately, by their names. */
  List<LiveLane> liveLanes() {
    return lanes.values().stream()
        .filter(LaneLife::isOfGenerator)
        .map(LiveLane::of)
        .sorted(Comparator.comparing(LiveLane::laneId))
        .toList();
  }

  /**
   * How requests of the profiling lanes ended that were read since the call before. Whoever asked
   * for a lane's heartbeat before has by now all that stands before it.
   */
  List<RequestEnding> takeEndings() {
    List<RequestEnding> taken = new ArrayList<>();
    for (RequestEnding next = endings.poll(); next != null; next = endings.poll()) {
      taken.add(next);
    }
    return taken;
  }

  /** Time by the run's records, as {@link LogClock} tells it. */
  long logMillis() {
    return clock.millis();
  }

  private void readUntilClosed() {
    try {
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(LONGEST_POLL)) {
          RecordKey.parse(record.key()).ifPresent(key -> read(key, record));
        }
      }
    } catch (WakeupException e) {
      // Closed.
    } catch (KafkaException e) {
      LOG.warn("Cannot read lanes any more: {}", e.getMessage());
    } finally {
      // There is nothing to commit or to leave, and no need for the last answer.
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  private void read(RecordKey key, ConsumerRecord<byte[], byte[]> record) {
    if (!key.runId().equals(runId)) {
      return;
    }
    if (key.kind().isVerdict()) { // said of the lane, which is no sign of its life
      if (key.kind() == EventKind.LANE_LOST) {
        lanes.put(key.laneId(), lane(key.laneId()).judgedLost());
      }
      return;
    }
    clock.appended(record.timestamp());
    LaneLife life = lane(key.laneId()).heardAt(clock.millis());
    lanes.put(key.laneId(), withEvent(life, key.kind(), record.value()));
  }

  private LaneLife withEvent(LaneLife life, EventKind kind, byte[] payload) {
    boolean wanted =
        switch (kind) {
          case LANE_STARTED, HEARTBEAT, LANE_ENDED -> true;
          case REQUEST_FRAGMENT -> hearsEndings && life.isProfiling();
          default -> false;
        };
    if (!wanted) {
      return life;
    }
    try {
      SpecificRecordBase event = codecs.decode(kind, payload);
      if (event instanceof RequestFragment fragment) {
        hearEnding(life, fragment);
        return life;
      }
      if (event instanceof LaneStarted started) {
        return life.with(started);
      }
      return event instanceof Heartbeat heartbeat
          ? life.with(heartbeat)
          : life.with((LaneEnded) event);
    } catch (UnreadableRecordException e) {
      // The pipeline rejects it; here it is a sign of life like any other.
      return life;
    }
  }

  /** What the client itself ended went neither well nor wrong. */
  private void hearEnding(LaneLife life, RequestFragment fragment) {
    Ended ended = fragment.getEnded();
    if (ended == null) {
      return;
    }
    Outcome outcome = Outcome.valueOf(ended.getEnding().name());
    if (outcome.isCompleted()) {
      endings.add(
          new RequestEnding(
              life.started().getAnchorEpochNs() + ended.getEndedAtNs(),
              fragment.getRequestIdHi(),
              fragment.getRequestIdLo(),
              outcome.isError(),
              ended.getReason()));
    }
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    try {
      reader.join(Duration.ofSeconds(2).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
