package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.LaneLocation;
import io.longhaul.cli.coordinator.RunEnvironment;
import io.longhaul.sinks.lake.Lake;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What a run stands on: Kafka, a job, generators. Brought up on this machine, or found elsewhere;
 * who leads a run need not know which.
 */
interface RunBackend extends RunEnvironment, AutoCloseable {

  /**
   * Kafka, answering.
   *
   * @throws Exception in words for people
   */
  KafkaCluster kafka() throws Exception;

  /**
   * Lets the job read and the generators come; called once, when the topics are there.
   *
   * @param coordinator where the coordinator's lane is in the log
   * @param exited hears the name of each generator whose process ends
   */
  void open(LaneLocation coordinator, Consumer<String> exited) throws Exception;

  /** Asks the job to commit what it has. */
  CompletableFuture<Long> checkpoint();

  /** The rows of the run are committed: it has no further use for the job. Asked for once. */
  void releaseJob();

  /** Where the job writes. */
  Lake lake();

  @Override
  void close();
}
