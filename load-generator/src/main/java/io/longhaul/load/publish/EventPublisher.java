package io.longhaul.load.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Accepts the records of lanes and delivers them in order for each lane. Any thread. */
public interface EventPublisher extends AutoCloseable {

  /** Opens a publisher for one lane. */
  LanePublisher open(String topic, int partition);

  /**
   * Waits until every accepted record is acknowledged or lost.
   *
   * @return whether that happened within the timeout
   */
  boolean flush(Duration timeout);

  /** Returns what prevents delivery now, for people; empty if nothing does. */
  Optional<String> trouble();

  /**
   * Returns the time since which records wait for acknowledgement; empty while they are
   * acknowledged within a few seconds.
   */
  Optional<Instant> awaySince();

  /** Stops its threads, without waiting for acknowledgements. */
  @Override
  void close();
}
