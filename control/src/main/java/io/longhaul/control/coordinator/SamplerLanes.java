package io.longhaul.control.coordinator;

import io.longhaul.load.publish.DeliveryOutage;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.Sampling;
import java.util.List;
import java.util.Optional;

/** The lanes of samplers in the coordinator's process. Called only by the coordinator's thread. */
public interface SamplerLanes extends AutoCloseable {
  /** No sampler. */
  SamplerLanes NONE = new SamplerLanes() {};

  /** Returns the process ID of the samplers in the run. */
  default String processId() {
    return "";
  }

  /** Returns the addresses of the lanes. */
  default List<LaneAddress> lanes() {
    return List.of();
  }

  /** Returns what is sampled, for a successor of the coordinator; empty for nothing. */
  default Optional<Sampling> sampling() {
    return Optional.empty();
  }

  /**
   * Opens the lanes; samples from before they count are written as baselines.
   *
   * @param countsFromEpochNanos time from which the lanes count; later than the start of the run if
   *     they join a run that another coordinator has started
   */
  default void open(long runStartEpochNanos, long countsFromEpochNanos) {}

  /** Takes a last sample and ends the lanes, without waiting for Kafka. */
  default void end() throws InterruptedException {}

  /** Returns whether Kafka has acknowledged all records. */
  default boolean isFlushed() {
    return true;
  }

  /** Returns the current Kafka outage; empty while Kafka acknowledges records. */
  default Optional<DeliveryOutage> outage() {
    return Optional.empty();
  }

  @Override
  default void close() {}
}
