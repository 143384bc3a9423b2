package io.longhaul.pipeline.retention;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/** Finds the states from which a job could continue. */
@FunctionalInterface
public interface RestorableStates extends Serializable {
  /**
   * Returns the URIs of the checkpoints of a running job, and of all savepoints of jobs with the
   * same lake. Checkpoints of earlier jobs do not count: a newer state exists.
   *
   * @param jobId Flink's ID of the running job
   * @throws IOException if a folder cannot be read
   */
  List<String> of(String jobId) throws IOException;
}
