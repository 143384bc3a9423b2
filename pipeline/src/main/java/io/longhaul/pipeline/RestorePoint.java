package io.longhaul.pipeline;

import java.time.Instant;

/**
 * State from which a job can continue: a completed checkpoint, or a savepoint.
 *
 * @param path folder that holds its metadata, as a URI
 * @param isSavepoint whether a person asked for it; Flink deletes checkpoints, never savepoints
 * @param written when its metadata was written, by the clock of the file system
 * @param number Flink's checkpoint ID, from the metadata; savepoints count as well. A job that
 *     continues counts on from here, so a later state of the same lake has a larger number
 */
record RestorePoint(String path, boolean isSavepoint, Instant written, long number) {

  /** What it is and where, for people. */
  String description() {
    return (isSavepoint ? "savepoint " : "checkpoint ") + path;
  }
}
