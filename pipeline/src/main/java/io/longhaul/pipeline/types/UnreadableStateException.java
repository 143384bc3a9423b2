package io.longhaul.pipeline.types;

import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * A checkpoint holds state in a form that this version of the job does not read. Every restart
 * would meet it again, so Flink ends the job at once; its checkpoints are kept.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class UnreadableStateException extends IOException {
  private static final long serialVersionUID = 1;

  private UnreadableStateException(String what, int found, int own) {
    super(
        "Cannot continue from this checkpoint: it holds a "
            + what
            + " in form "
            + found
            + ", and this version of Longhaul reads form "
            + own
            + " (submit the job of the version that wrote it, let its runs end, stop it with a"
            + " savepoint, and submit this one; or give a new --lake and new --checkpoints: the job"
            + " then reads the whole log again)");
  }

  /**
   * Accepts a piece of state that is in this version's form.
   *
   * @param what the piece, for people
   * @throws UnreadableStateException when it is in another form
   */
  public static void requireForm(String what, int found, int own) throws UnreadableStateException {
    if (found != own) {
      throw new UnreadableStateException(what, found, own);
    }
  }
}
