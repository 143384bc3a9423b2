package io.longhaul.control.coordinator;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LogReader;
import io.longhaul.export.SliceRow;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.WireCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The finished slices of a run from the job's topic of live slices, for views and stop conditions,
 * never for results. Reads on its own thread, so callers never wait for Kafka. During a Kafka
 * outage no new slices appear.
 */
public final class LiveSlices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSlices.class);
  private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);
  private static final String WHOLE_RUN = "";

  private final String runId;
  private final WireCodec<SliceRow> codec = new WireCodec<>(SliceRow.class);
  private final LogReader reader;
  private volatile @Nullable SliceRow newest;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  /** Receives each finished slice once, in order, on the reading thread. */
  @FunctionalInterface
  public interface Listener {
    void finished(SliceRow slice);
  }

  private LiveSlices(String runId, String topic, Supplier<Consumer<byte[], byte[]>> consumers) {
    this.runId = runId;
    this.reader =
        new LogReader(
            "live-slices",
            consumers,
            List.of(new TopicPartition(topic, 0)),
            Map.of(),
            POLL_TIMEOUT,
            this::take);
  }

  /** Starts to read the slices that are published from now on. */
  public static LiveSlices of(KafkaCluster cluster, String runId) {
    return of(runId, cluster.topics().slices(), () -> cluster.consumer("latest", Map.of()));
  }

  /**
   * @param consumers creates the consumer, on the reading thread
   */
  static LiveSlices of(String runId, String topic, Supplier<Consumer<byte[], byte[]>> consumers) {
    LiveSlices slices = new LiveSlices(runId, topic, consumers);
    slices.reader.start();
    return slices;
  }

  /** Returns the newest finished slice; empty before the first one. */
  public Optional<SliceRow> newest() {
    return Optional.ofNullable(newest);
  }

  /** Adds a listener for slices that finish from now on. */
  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  /** Ignores slices that a restarted job publishes again. */
  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      SliceRow slice = codec.decode(record.value());
      boolean counts = slice.getRunId().equals(runId) && slice.getLabelSet().equals(WHOLE_RUN);
      if (counts && (newest == null || slice.getSliceIndex() > newest.getSliceIndex())) {
        newest = slice;
        listeners.forEach(each -> each.finished(slice));
      }
    } catch (UnreadableRecordException e) {
      LOG.debug("Not a slice at offset {}", record.offset(), e);
    }
  }

  /** Stops reading; waits briefly for the thread, but not for Kafka. */
  @Override
  public void close() {
    reader.close();
  }
}
