package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.JobMonitor;
import io.longhaul.cli.coordinator.KafkaCluster;
import io.longhaul.cli.coordinator.LaneLocation;
import io.longhaul.sinks.lake.Lake;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Kafka, a job and generators that others have started. */
final class RemoteBackend implements RunBackend {
  /** A job elsewhere commits by itself; asking it means looking again. */
  private static final long POLL_INTERVAL_MILLIS = 1_000;

  private final KafkaCluster kafka;
  private final Lake lake;
  private JobMonitor job;

  RemoteBackend(KafkaCluster kafka, Lake lake) {
    this.kafka = kafka;
    this.lake = lake;
  }

  @Override
  public KafkaCluster kafka() {
    return kafka;
  }

  @Override
  public void open(LaneLocation coordinator, Consumer<String> exited) {
    // Generators elsewhere are heard, or not, in the log.
    job = JobMonitor.start(kafka, lake, coordinator);
  }

  @Override
  public Optional<String> failure() {
    return Optional.empty();
  }

  @Override
  public boolean isJobReading() {
    return job.isReading();
  }

  @Override
  public Optional<String> jobCheckFailure() {
    return job.checkFailure();
  }

  @Override
  public Optional<String> jobProblem() {
    return job.problem();
  }

  @Override
  public OptionalLong issued(String laneId) {
    return OptionalLong.empty();
  }

  @Override
  public CompletableFuture<Long> checkpoint() {
    return CompletableFuture.supplyAsync(
        () -> -1L, CompletableFuture.delayedExecutor(POLL_INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
  }

  @Override
  public Lake lake() {
    return lake;
  }

  /** It goes on for other runs. */
  @Override
  public void releaseJob() {}

  @Override
  public void close() {
    if (job != null) {
      job.close();
    }
  }
}
