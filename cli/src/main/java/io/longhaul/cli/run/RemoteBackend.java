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

  /** A container or a service is restarted within this time, usually much sooner. */
  private static final Duration RETURN_TIMEOUT = Duration.ofMinutes(2);

  private final KafkaCluster kafka;
  private final Lake lake;
  private final Optional<Duration> plannedDuration;
  private @Nullable JobMonitor job;

  /**
   * @param plannedDuration planned duration of the load from the time at which this process starts
   *     to lead it, negative if it has passed; empty if the plan has none
   */
  RemoteBackend(KafkaCluster kafka, Lake lake, Optional<Duration> plannedDuration) {
    this.kafka = kafka;
    this.lake = lake;
    this.plannedDuration = plannedDuration;
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

  /** Returns two minutes, but no time after the planned end of the load. */
  @Override
  public Duration returnTimeout(Duration sinceStart) {
    Duration left =
        plannedDuration.map(planned -> planned.minus(sinceStart)).orElse(RETURN_TIMEOUT);
    if (left.compareTo(RETURN_TIMEOUT) > 0) {
      return RETURN_TIMEOUT;
    }
    return left.isNegative() ? Duration.ZERO : left;
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
