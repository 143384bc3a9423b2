package io.longhaul.pipeline;

import java.time.Instant;

/**
 * A state that a job can restore: a completed checkpoint or a savepoint.
 *
 * @param path URI of the folder that contains its metadata
 * @param isSavepoint {@code true} if a user requested it; Flink deletes checkpoints, never
 *     savepoints
 * @param written time when its metadata was written, by the clock of the file system
 * @param number Flink's checkpoint ID, from the metadata; savepoints are numbered in the same
 *     sequence. A restored job continues the sequence, so a later state of the same lake has a
 *     larger number
 */
record RestorePoint(String path, boolean isSavepoint, Instant written, long number) {

  /** Returns the kind of state and its path, for messages. */
  String description() {
    return (isSavepoint ? "savepoint " : "checkpoint ") + path;
  }
}
