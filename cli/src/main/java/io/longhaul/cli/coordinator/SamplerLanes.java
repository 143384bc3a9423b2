package io.longhaul.cli.coordinator;

import io.longhaul.wire.control.LaneAddress;
import java.util.List;

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
        public void close() {}
      };

  /** The name of the samplers in the run. */
  String processId();

  /** What will be written, and where. */
  List<LaneAddress> lanes();

  /** Opens the lanes; samples that were taken before are told as baselines. */
  void open(long runStartEpochNanos);

  /** Takes one more sample and ends the lanes; returns when all is acknowledged. */
  void end() throws InterruptedException;

  @Override
  void close();
}
