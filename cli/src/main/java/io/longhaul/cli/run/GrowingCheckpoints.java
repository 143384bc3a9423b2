package io.longhaul.cli.run;

import io.longhaul.pipeline.JobConfiguration;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests checkpoints of a job, on its own thread, at intervals that grow with the age of the run
 * ({@link JobConfiguration#interval}).
 */
final class GrowingCheckpoints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GrowingCheckpoints.class);

  private final Duration shortest;
  private final Supplier<CompletableFuture<Long>> checkpoint;
  private final long startNanos = System.nanoTime();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(GrowingCheckpoints::daemon);

  private GrowingCheckpoints(Duration shortest, Supplier<CompletableFuture<Long>> checkpoint) {
    this.shortest = shortest;
    this.checkpoint = checkpoint;
  }

  /**
   * Starts to request checkpoints.
   *
   * @param shortest interval at the start of the run
   * @param checkpoint requests a checkpoint
   */
  static GrowingCheckpoints start(Duration shortest, Supplier<CompletableFuture<Long>> checkpoint) {
    GrowingCheckpoints checkpoints = new GrowingCheckpoints(shortest, checkpoint);
    checkpoints.scheduleNext();
    return checkpoints;
  }

  private void scheduleNext() {
    Duration age = Duration.ofNanos(System.nanoTime() - startNanos);
    var unused =
        timer.schedule(
            this::request,
            JobConfiguration.interval(age, shortest).toNanos(),
            TimeUnit.NANOSECONDS);
  }

  private void request() {
    // One that fails is not repeated, since the job may be restarting, and the next one follows.
    try {
      var unused =
          checkpoint
              .get()
              .whenComplete(
                  (number, failure) -> {
                    if (failure != null) {
                      LOG.info("No checkpoint: {}", failure.getMessage());
                    }
                  });
    } catch (RuntimeException e) {
      LOG.info("No checkpoint: {}", e.getMessage());
    }
    scheduleNext();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "checkpoint-timer");
    thread.setDaemon(true);
    return thread;
  }

  /** Requests no further checkpoint. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
