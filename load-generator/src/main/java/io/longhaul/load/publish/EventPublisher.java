package io.longhaul.load.publish;

import java.time.Duration;
import java.util.Optional;

/**
 * Accepts the records of lanes and delivers them in order for each lane. Any thread. The default
 * methods are those of a publisher that has nothing to wait for.
 */
public interface EventPublisher extends AutoCloseable {

  /** Opens a publisher for one lane. */
  LanePublisher open(String topic, int partition);

  /**
   * Waits until every accepted record is acknowledged or lost.
   *
   * @return whether that happened within the timeout
   */
  default boolean flush(Duration timeout) {
    return true;
  }

  /** Returns what prevents delivery now, for people; empty if nothing does. */
  default Optional<String> trouble() {
    return Optional.empty();
  }

  /** Returns the current outage; empty while records are acknowledged within a few seconds. */
  default Optional<DeliveryOutage> outage() {
    return Optional.empty();
  }

  /** Stops its threads, without waiting for acknowledgements. */
  @Override
  default void close() {}
}
