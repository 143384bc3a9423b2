package io.longhaul.load.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Takes the records of lanes and delivers them, each lane's in order. Any thread. */
public interface EventPublisher extends AutoCloseable {

  /** Opens the way out for one lane. */
  LanePublisher open(String topic, int partition);

  /**
   * Waits until everything that was taken is acknowledged or lost.
   *
   * @return whether it is, within the time
   */
  boolean flush(Duration timeout);

  /** What keeps records from being delivered now, for people; empty when nothing does. */
  Optional<String> trouble();

  /**
   * Since when records wait for an acknowledgement; empty while they are acknowledged within a few
   * seconds.
   */
  Optional<Instant> awaySince();

  /** Ends its threads. What was not acknowledged is not waited for. */
  @Override
  void close();
}
