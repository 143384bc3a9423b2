package io.longhaul.pipeline.types;

import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Thrown if a checkpoint contains state in a format that this version of the job does not support.
 * Every restart would fail in the same way, so Flink ends the job immediately and keeps its
 * checkpoints.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class UnreadableStateException extends IOException {
  private static final long serialVersionUID = 1;

  private UnreadableStateException(String what, int found, int own) {
    super(
        "Cannot restore this checkpoint: it contains a "
            + what
            + " in format "
            + found
            + ", and this version of Longhaul supports only format "
            + own
            + " (submit the job of the version that wrote it, let its runs end, stop it with a"
            + " savepoint, and submit this one; or give a new --lake and new --checkpoints: the job"
            + " then reads the whole log again)");
  }

  /**
   * Checks the version of a piece of state.
   *
   * @param what name of the piece, for the message
   * @throws UnreadableStateException if the version is another one
   */
  public static void requireForm(String what, int found, int own) throws UnreadableStateException {
    if (found != own) {
      throw new UnreadableStateException(what, found, own);
    }
  }
}
