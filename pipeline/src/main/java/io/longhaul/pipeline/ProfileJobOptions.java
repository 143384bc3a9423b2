package io.longhaul.pipeline;

/**
 * What belongs to the job, not to a run.
 *
 * @param parallelism of every operator, from 1 to {@link #MAX_PARALLELISM}
 */
public record ProfileJobOptions(int parallelism) {

  /** Keys are cut into so many groups for ever: another number could not read older checkpoints. */
  public static final int MAX_PARALLELISM = 128;

  /** One of each operator: right for one machine. */
  public static final ProfileJobOptions EMBEDDED = new ProfileJobOptions(1);

  public ProfileJobOptions {
    if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
      throw new IllegalArgumentException(
          "Invalid parallelism: %d (from 1 to %d)".formatted(parallelism, MAX_PARALLELISM));
    }
  }
}
