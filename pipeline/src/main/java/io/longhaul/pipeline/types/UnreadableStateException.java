package io.longhaul.pipeline.types;

import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Thrown if a checkpoint contains state that this version of the job cannot read. Every restart
 * would fail in the same way, so Flink ends the job immediately and keeps its checkpoints.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class UnreadableStateException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception with the remedy.
   *
   * @param what kind of state
   * @param reason part of a sentence
   */
  UnreadableStateException(String what, String reason) {
    super(
        "Cannot restore this checkpoint: another version of Longhaul wrote its state of a "
            + what
            + ", and this version cannot read it: "
            + reason
            + " (submit the job of the version that wrote it, let its runs end, stop it with a"
            + " savepoint, and submit this one; or give a new --lake and new --checkpoints: the job"
            + " then reads the log from its beginning, which lacks what --keep-log has deleted)");
  }
}
