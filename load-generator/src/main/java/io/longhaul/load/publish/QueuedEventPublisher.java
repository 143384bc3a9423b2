package io.longhaul.load.publish;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A publisher whose lanes put their records into one queue, from which one thread sends them. */
abstract class QueuedEventPublisher implements EventPublisher {
  static final long MAX_PENDING_BYTES = 64L << 20;
  static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  final RecordQueue queue;
  volatile boolean closed;
  volatile @Nullable String trouble;

  QueuedEventPublisher(long maxPendingBytes) {
    this.queue = new RecordQueue(maxPendingBytes);
  }

  @Override
  public LanePublisher open(String topic, int partition) {
    return new QueuedLanePublisher(topic, partition, queue);
  }

  @Override
  public boolean flush(Duration timeout) {
    return queue.awaitAllSettled(timeout);
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }
}
