package io.longhaul.control.coordinator;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.export.DatasetCount;
import io.longhaul.export.RunRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until all rows of a run are in committed files: until the run's summary is committed and
 * every dataset has as many rows as the summary states. Neither the consumer lag nor a checkpoint
 * ID proves this, because files get their final names only after the checkpoint. Not thread-safe.
 *
 * @param checkpoint requests a checkpoint of the job; the future completes with the checkpoint
 * @param failure supplies the reason to stop waiting, such as a failed job; called often
 * @param kafkaCheck called while no new rows are committed; a Kafka outage does not count against
 *     the timeout
 */
public record CommitWaiter(
    Lake lake,
    String runId,
    Supplier<CompletableFuture<Long>> checkpoint,
    Supplier<Optional<String>> failure,
    CommitWaiter.KafkaCheck kafkaCheck) {
  private static final Logger LOG = LoggerFactory.getLogger(CommitWaiter.class);
  private static final long POLL_INTERVAL_MILLIS = 50;
  private static final Duration CHECKPOINT_TIMEOUT = Duration.ofSeconds(30);
  private static final long KAFKA_CHECK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * Checks whether Kafka is unavailable, so that no new rows can be committed; may take seconds.
   */
  @FunctionalInterface
  public interface KafkaCheck {
    boolean isAway() throws InterruptedException;
  }

  /** Receives the number of committed rows after each count. */
  @FunctionalInterface
  public interface ProgressListener {
    /** Ignores all calls. */
    ProgressListener NONE = (rows, expected) -> {};

    /**
     * Receives the current number of rows in committed files.
     *
     * @param expected number of rows according to the run's summary; empty before the summary is
     *     committed
     */
    void rowsCommitted(long rows, OptionalLong expected);
  }

  /**
   * Waits as long as new rows are committed or Kafka is unavailable.
   *
   * @param progressTimeout maximum time without new rows while Kafka is available
   * @param listener called on the current thread
   * @return the state when all rows are committed or the timeout has passed
   * @throws RunFailedException if {@code failure} supplies a reason
   */
  public Committed await(Duration progressTimeout, ProgressListener listener)
      throws RunFailedException, IOException, InterruptedException {
    CommittedRows committed = new CommittedRows(lake, runId);
    OptionalLong lastRows = OptionalLong.empty();
    long lastProgressNanos = System.nanoTime();
    long lastCheckNanos = lastProgressNanos;
    while (true) {
      committed.update();
      Optional<RunRow> summary = committed.of(Dataset.RUNS) > 0 ? summary() : Optional.empty();
      List<String> missing = summary.isEmpty() ? List.of() : missing(summary.get(), committed);
      if (summary.isPresent() && missing.isEmpty()) {
        return new Committed(summary, List.of());
      }
      long rows = committed.all();
      listener.rowsCommitted(
          rows, summary.map(CommitWaiter::expected).orElse(OptionalLong.empty()));
      long now = System.nanoTime();
      if (!lastRows.equals(OptionalLong.of(rows))) {
        lastRows = OptionalLong.of(rows);
        lastProgressNanos = now;
        lastCheckNanos = now;
      } else if (now - lastCheckNanos > KAFKA_CHECK_INTERVAL_NANOS) {
        lastProgressNanos = kafkaCheck.isAway() ? System.nanoTime() : lastProgressNanos;
        lastCheckNanos = System.nanoTime();
      } else if (now - lastProgressNanos > progressTimeout.toNanos()) {
        return new Committed(summary, missing);
      }
      Optional<String> reason = failure.get();
      if (reason.isPresent()) {
        throw new RunFailedException(ExitCode.INFRASTRUCTURE_FAILED, reason.get(), List.of());
      }
      commitMore();
    }
  }

  /**
   * The committed part of a run.
   *
   * @param summary the run's row; empty if the pipeline has not committed it
   * @param missing one text for each dataset with fewer rows than the summary states
   */
  public record Committed(Optional<RunRow> summary, List<String> missing) {}

  private void commitMore() throws InterruptedException {
    try {
      Long number = checkpoint.get().get(CHECKPOINT_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      LOG.debug("Checkpoint {} is complete", number);
    } catch (ExecutionException | TimeoutException e) {
      // One may be in progress already, and the job also creates checkpoints periodically.
      LOG.debug("No checkpoint: {}", e.getMessage());
    }
    TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
  }

  private Optional<RunRow> summary() throws IOException {
    return lake.rows(Dataset.RUNS, runId).stream().findFirst();
  }

  private static OptionalLong expected(RunRow summary) {
    return OptionalLong.of(summary.getRows().stream().mapToLong(DatasetCount::getRows).sum());
  }

  private static List<String> missing(RunRow summary, CommittedRows committed) {
    List<String> missing = new ArrayList<>();
    for (DatasetCount expected : summary.getRows()) {
      Dataset<?> dataset = Dataset.named(expected.getDataset()).orElseThrow();
      long rows = committed.of(dataset);
      if (rows != expected.getRows()) {
        missing.add(dataset + ": " + rows + " of " + expected.getRows() + " rows");
      }
    }
    return missing;
  }
}
