package io.longhaul.cli.coordinator;

import java.util.Optional;
import java.util.OptionalLong;

/** What the leader of a run can see beside the log. */
public interface RunEnvironment {

  /** Why the run cannot go on, such as a broker that has ended; empty while all is well. Cheap. */
  Optional<String> failure();

  /**
   * How many requests a lane has issued, from what outlives its process; empty when nothing is left
   * of it but the log.
   */
  OptionalLong issued(String laneId);

  /**
   * Whether a job has read a part of this run. Load does not start before: nobody would count it.
   * Cheap.
   */
  default boolean isJobReading() {
    return true;
  }

  /** Why nobody can know whether a job reads this run; empty when that can be known. Cheap. */
  default Optional<String> jobCheckFailure() {
    return Optional.empty();
  }

  /**
   * Why the job does not turn the log into rows, and what to do; empty while it does, or may still
   * begin. The log keeps everything, so this ends no load that runs. Cheap.
   */
  default Optional<String> jobProblem() {
    return Optional.empty();
  }
}
