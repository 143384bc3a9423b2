package io.longhaul.pipeline;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;

/**
 * Flink's configuration of the job: aligned, retained checkpoints, state on the heap, restarts with
 * exponential back-off, and neither Kryo nor generated operator IDs. Files of the lake become
 * visible when a checkpoint completes, so the checkpoint interval is also the interval at which the
 * lake grows.
 */
public final class JobConfiguration {
  /** For the start of runs of minutes, or of unknown length. */
  public static final Duration SHORT_RUN_INTERVAL = Duration.ofSeconds(5);

  /** For the start of runs of more than ten minutes. */
  private static final Duration LONG_RUN_INTERVAL = Duration.ofSeconds(60);

  private static final Duration SHORT_RUN = Duration.ofMinutes(10);
  private static final int FRACTION_OF_AGE = 60;

  /** For runs of days. */
  public static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);

  /** Restarts forever, for soak tests of weeks. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int RETAINED_CHECKPOINTS = 5;
  private static final int TOLERABLE_FAILED_CHECKPOINTS = 5;

  private JobConfiguration() {}

  /** Returns the checkpoint interval at the start of a run of this planned duration. */
  public static Duration firstInterval(Duration planned) {
    return planned.compareTo(SHORT_RUN) > 0 ? LONG_RUN_INTERVAL : SHORT_RUN_INTERVAL;
  }

  /**
   * Returns the time from one checkpoint of a run to the next. Each checkpoint leaves one file per
   * dataset, so the interval grows: it is a sixtieth of the run's age, at least the first interval
   * and at most {@link #LONGEST_INTERVAL}. So a reader of the lake never misses more than a
   * sixtieth of a run.
   */
  public static Duration interval(Duration age, Duration first) {
    Duration growing = age.dividedBy(FRACTION_OF_AGE);
    Duration bounded = growing.compareTo(LONGEST_INTERVAL) < 0 ? growing : LONGEST_INTERVAL;
    return bounded.compareTo(first) > 0 ? bounded : first;
  }

  /** Returns the number of checkpoints of a run of this planned duration. */
  public static long checkpoints(Duration planned) {
    long checkpoints = 0;
    Duration first = firstInterval(planned);
    Duration age = Duration.ZERO;
    while (age.compareTo(planned) < 0) {
      age = age.plus(interval(age, first));
      checkpoints++;
    }
    return checkpoints;
  }

  /**
   * Returns the configuration of a job.
   *
   * @param checkpoints folder or URI that Flink supports
   * @param interval between checkpoints
   * @param restarts how often Flink restarts the job before it fails
   */
  public static Configuration of(String checkpoints, Duration interval, int restarts) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    // No operator changes a record that it receives, so the next one needs no copy.
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
    // OrphanedFiles looks for names of files in the bytes of checkpoints.
    configuration.set(ExecutionOptions.SNAPSHOT_COMPRESSION, false);
    setCheckpoints(configuration, checkpoints, interval);
    setRestarts(configuration, restarts);
    return configuration;
  }

  /** Returns the URI of a local folder. */
  public static String uriOf(Path folder) {
    return folder.toAbsolutePath().toUri().toString();
  }

  private static void setCheckpoints(
      Configuration configuration, String checkpoints, Duration interval) {
    configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints);
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
    configuration.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, interval.dividedBy(2));
    configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(5));
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, false);
    configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, TOLERABLE_FAILED_CHECKPOINTS);
    configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, RETAINED_CHECKPOINTS);
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
  }

  private static void setRestarts(Configuration configuration, int restarts) {
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY,
        RestartStrategyOptions.RestartStrategyType.EXPONENTIAL_DELAY.getMainValue());
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
        Duration.ofSeconds(1));
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
        Duration.ofMinutes(1));
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
        Duration.ofMinutes(10));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, restarts);
  }
}
