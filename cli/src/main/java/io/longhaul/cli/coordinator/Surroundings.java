package io.longhaul.cli.coordinator;

import java.util.Optional;
import java.util.OptionalLong;

/** What the leader of a run can see beside the log. */
public interface Surroundings {

  /** Why the run cannot go on, such as a broker that has ended; empty while all is well. Cheap. */
  Optional<String> trouble();

  /**
   * How many requests a lane has issued, from what outlives its process; empty when nothing is left
   * of it but the log.
   */
  OptionalLong issued(String laneId);
}
