package io.longhaul.pipeline;

/**
 * Options of the job that do not depend on a run.
 *
 * @param parallelism parallelism of every operator, from 1 to {@link #MAX_PARALLELISM}
 */
public record ProfileJobOptions(int parallelism) {

  /**
   * Flink's number of key groups. It must never change: a job with another number could not restore
   * older checkpoints.
   */
  public static final int MAX_PARALLELISM = 128;

  /** Parallelism 1, for one machine. */
  public static final ProfileJobOptions EMBEDDED = new ProfileJobOptions(1);

  public ProfileJobOptions {
    if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
      throw new IllegalArgumentException(
          "Invalid parallelism: %d (from 1 to %d)".formatted(parallelism, MAX_PARALLELISM));
    }
  }
}
