package io.longhaul.control.coordinator;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What the coordinator can observe apart from the log. */
public interface RunEnvironment {

  /**
   * Returns why the run cannot continue, such as a broker that has exited; empty if nothing failed.
   * Cheap.
   */
  Optional<String> failure();

  /**
   * Returns the number of requests that a lane has issued, from a file that outlives its process;
   * empty if there is none.
   */
  OptionalLong issued(String laneId);

  /**
   * Starts a generator's process again, possibly after a pause, because it has exited.
   *
   * @return false if it is not started again, because this environment starts no generators or
   *     because the process has exited too often
   */
  default boolean restart(String processId) {
    return false;
  }

  /**
   * Returns the maximum time to wait for a lost generator that another program may restart. Cheap.
   *
   * @param sinceStart time since the start of the load
   */
  default Duration returnTimeout(Duration sinceStart) {
    return Duration.ZERO;
  }

  /**
   * Returns the time between the announcement of the start and the start, in which the announcement
   * must reach every generator. Cheap.
   */
  default Duration startLead() {
    return Duration.ofSeconds(2);
  }

  /** Returns whether a job has read records of this run. The load does not start before. Cheap. */
  default boolean isJobReading() {
    return true;
  }

  /** Returns why it cannot be checked whether a job reads this run; empty if it can. Cheap. */
  default Optional<String> jobCheckFailure() {
    return Optional.empty();
  }

  /**
   * Returns why the job writes no rows, and a remedy; empty while it does or may still start. The
   * log retains all events, so this does not end a running load. Cheap.
   */
  default Optional<String> jobProblem() {
    return Optional.empty();
  }
}
