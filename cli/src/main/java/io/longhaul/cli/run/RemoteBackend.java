package io.longhaul.cli.run;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.control.coordinator.JobMonitor;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A backend of a Kafka cluster, a job and generators that were started separately. */
final class RemoteBackend implements RunBackend {
  /** Interval between checks for new rows; a remote job commits on its own schedule. */
  private static final long POLL_INTERVAL_MILLIS = 1_000;

  private final KafkaCluster kafka;
  private final Lake lake;
  private @Nullable JobMonitor job;

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
    // Remote generators are monitored through the log only.
    job = JobMonitor.start(kafka, lake, coordinator);
  }

  @Override
  public Optional<String> failure() {
    return Optional.empty();
  }

  @Override
  public boolean isJobReading() {
    return requireNonNull(job).isReading();
  }

  @Override
  public Optional<String> jobCheckFailure() {
    return requireNonNull(job).checkFailure();
  }

  @Override
  public Optional<String> jobProblem() {
    return requireNonNull(job).problem();
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

  /** Returns at least twice the job's checkpoint interval. */
  @Override
  public Duration commitTimeout() throws IOException {
    Duration shortest = RunBackend.super.commitTimeout();
    Duration twice =
        JobRegistration.find(lake, kafka.topics().prefix())
            .map(job -> job.checkpointInterval().multipliedBy(2))
            .orElse(shortest);
    return twice.compareTo(shortest) > 0 ? twice : shortest;
  }

  @Override
  public Lake lake() {
    return lake;
  }

  /** Does nothing: the job continues for other runs. */
  @Override
  public void releaseJob() {}

  @Override
  public void close() {
    if (job != null) {
      job.close();
    }
  }
}
