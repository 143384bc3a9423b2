package io.longhaul.control.sampler;

import io.longhaul.wire.control.SamplerJoined;
import java.time.Duration;
import java.util.Optional;

/** The sampling for one run, in a lane of its own. Called by one thread. */
public interface RunSampling extends AutoCloseable {
  /** Starts to sample. */
  @FunctionalInterface
  interface Factory {
    /**
     * Starts to sample and opens the lane.
     *
     * @param joined lane and plan of the run
     */
    RunSampling start(SamplerJoined joined);
  }

  /**
   * Returns the silence of the coordinator after which the sampling ends, if the plan of the run
   * contains it.
   */
  Optional<Duration> coordinatorTimeout();

  /** Takes a last sample, ends the lane, and waits for a limited time until Kafka has it. */
  void end() throws InterruptedException;

  /** Stops all threads, without waiting for Kafka. */
  @Override
  void close();
}
