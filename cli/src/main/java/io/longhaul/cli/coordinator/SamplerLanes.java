package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.LaneAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The lanes of samplers that run in the coordinator's process. Called by the coordinator's thread.
 */
public interface SamplerLanes extends AutoCloseable {
  /** Without a sampler. */
  SamplerLanes NONE =
      new SamplerLanes() {
        @Override
        public String processId() {
          return "";
        }

        @Override
        public List<LaneAddress> lanes() {
          return List.of();
        }

        @Override
        public void open(long runStartEpochNanos) {}

        @Override
        public void end() {}

        @Override
        public boolean isFlushed() {
          return true;
        }

        @Override
        public Optional<Instant> awaySince() {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /** The name of the samplers in the run. */
  String processId();

  /** What will be written, and where. */
  List<LaneAddress> lanes();

  /** Opens the lanes; samples that were taken before are told as baselines. */
  void open(long runStartEpochNanos);

  /** Takes one more sample and ends the lanes, without waiting for Kafka. */
  void end() throws InterruptedException;

  /** Whether Kafka has acknowledged everything. */
  boolean isFlushed();

  /** Since when Kafka has acknowledged nothing; empty while it does. */
  Optional<Instant> awaySince();

  @Override
  void close();
}
