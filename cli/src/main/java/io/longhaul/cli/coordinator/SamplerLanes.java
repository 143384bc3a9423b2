package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.LaneAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The lanes of samplers in the coordinator's process. Called only by the coordinator's thread. */
public interface SamplerLanes extends AutoCloseable {
  /** No sampler. */
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

  /** Returns the process ID of the samplers in the run. */
  String processId();

  /** Returns the addresses of the lanes. */
  List<LaneAddress> lanes();

  /** Opens the lanes; samples from before the start are written as baselines. */
  void open(long runStartEpochNanos);

  /** Takes a last sample and ends the lanes, without waiting for Kafka. */
  void end() throws InterruptedException;

  /** Returns whether Kafka has acknowledged all records. */
  boolean isFlushed();

  /** Returns the start of the current Kafka outage; empty while Kafka acknowledges records. */
  Optional<Instant> awaySince();

  @Override
  void close();
}
