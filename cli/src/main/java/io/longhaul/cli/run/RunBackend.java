package io.longhaul.cli.run;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.coordinator.RunEnvironment;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The infrastructure of a run: Kafka, a job and generators, either started on this machine or
 * running elsewhere.
 */
interface RunBackend extends RunEnvironment, AutoCloseable {

  /**
   * Returns the Kafka cluster, once it is started.
   *
   * @throws RunFailedException if Kafka cannot be started
   */
  KafkaCluster kafka() throws RunFailedException, InterruptedException;

  /**
   * Starts the job and the generators. Called once, after the topics were created.
   *
   * @param coordinator location of the coordinator's lane
   * @param exited receives the name of each generator whose process exits
   * @throws RunFailedException if Kafka or Flink cannot be started
   * @throws IOException if a generator cannot be started, or Flink rejects the job
   */
  void open(LaneLocation coordinator, Consumer<String> exited)
      throws RunFailedException, IOException, InterruptedException;

  /** Requests a checkpoint, which commits the job's rows. */
  CompletableFuture<Long> checkpoint();

  /**
   * Returns how long the job may commit no rows before it counts as failed, although Kafka is
   * available.
   */
  default Duration commitTimeout() throws IOException {
    return Duration.ofSeconds(90);
  }

  /** Releases the job, once the rows of the run are committed. Called once. */
  void releaseJob();

  /** Returns the lake that the job writes. */
  Lake lake();

  @Override
  void close();
}
