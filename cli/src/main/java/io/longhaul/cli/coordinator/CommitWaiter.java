package io.longhaul.cli.coordinator;

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
 * Waits until a run's rows stand in finished files: until the run's summary does, and every dataset
 * has the number of rows that the summary names. Neither lag nor a checkpoint's number tells that:
 * files get their names after the checkpoint. For one thread.
 */
public final class CommitWaiter {
  private static final Logger LOG = LoggerFactory.getLogger(CommitWaiter.class);
  private static final long POLL_INTERVAL_MILLIS = 50;
  private static final Duration CHECKPOINT_TIMEOUT = Duration.ofSeconds(30);
  private static final long KAFKA_CHECK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Lake lake;
  private final String runId;
  private final Supplier<CompletableFuture<Long>> checkpoint;
  private final Supplier<Optional<String>> failure;
  private final KafkaCheck kafkaCheck;

  /** Whether Kafka is away, so that no rows can come; may take seconds. */
  @FunctionalInterface
  public interface KafkaCheck {
    boolean isAway() throws InterruptedException;
  }

  /**
   * Looks at nothing yet.
   *
   * @param checkpoint asks the job for a checkpoint; done when it is complete
   * @param trouble why waiting is in vain, such as a job that has failed; asked often
   * @param kafkaAway asked while nothing new is committed: what is away is waited for
   */
  public CommitWaiter(
      Lake lake,
      String runId,
      Supplier<CompletableFuture<Long>> checkpoint,
      Supplier<Optional<String>> failure,
      KafkaCheck kafkaCheck) {
    this.lake = lake;
    this.runId = runId;
    this.checkpoint = checkpoint;
    this.failure = failure;
    this.kafkaCheck = kafkaCheck;
  }

  /** Is told how many rows are committed, as often as they are counted. */
  @FunctionalInterface
  public interface ProgressListener {
    /** Tells nobody. */
    ProgressListener NONE = (rows, expected) -> {};

    /**
     * So many rows are in finished files.
     *
     * @param wanted rows that the run's summary names; empty while there is no summary
     */
    void rowsCommitted(long rows, OptionalLong expected);
  }

  /**
   * Waits for as long as rows keep coming, or Kafka is away.
   *
   * @param withoutProgress how long nothing new may be committed while Kafka is there
   * @param watcher is told on this thread
   * @return what is committed then
   * @throws RunFailedException when the job has failed
   */
  public Committed await(Duration progressTimeout, ProgressListener listener)
      throws RunFailedException, IOException, InterruptedException {
    long lastRows = -1;
    long lastProgressNanos = System.nanoTime();
    long lastCheckNanos = lastProgressNanos;
    while (true) {
      Optional<RunRow> summary = summary();
      List<String> missing = summary.isEmpty() ? List.of() : missing(summary.get());
      if (summary.isPresent() && missing.isEmpty()) {
        return new Committed(summary, List.of());
      }
      long rows = allRows();
      listener.rowsCommitted(
          rows, summary.map(CommitWaiter::expected).orElse(OptionalLong.empty()));
      long now = System.nanoTime();
      if (rows != lastRows) {
        lastRows = rows;
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
   * What stands in finished files.
   *
   * @param summary the run's row; empty when the pipeline has not written it
   * @param missing rows that the summary names and that are not there, in words
   */
  public record Committed(Optional<RunRow> summary, List<String> missing) {}

  private void commitMore() throws InterruptedException {
    try {
      Long number = checkpoint.get().get(CHECKPOINT_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      LOG.debug("Checkpoint {} is complete", number);
    } catch (ExecutionException | TimeoutException e) {
      // One may be under way already; the job makes others by itself.
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

  private List<String> missing(RunRow summary) throws IOException {
    List<String> missing = new ArrayList<>();
    for (DatasetCount expected : summary.getRows()) {
      Dataset<?> dataset = Dataset.named(expected.getDataset()).orElseThrow();
      long committed = lake.count(dataset, runId);
      if (committed != expected.getRows()) {
        missing.add(dataset + ": " + committed + " of " + expected.getRows() + " rows");
      }
    }
    return missing;
  }

  private long allRows() throws IOException {
    long rows = 0;
    for (Dataset<?> dataset : Dataset.ALL) {
      rows += lake.count(dataset, runId);
    }
    return rows;
  }
}
