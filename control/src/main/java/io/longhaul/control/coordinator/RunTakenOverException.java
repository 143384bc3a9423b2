package io.longhaul.control.coordinator;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.util.List;

/** Another coordinator has taken over the run, and writes its results. */
public final class RunTakenOverException extends RunFailedException {
  private static final long serialVersionUID = 1;

  RunTakenOverException(String runId) {
    super(ExitCode.INFRASTRUCTURE_FAILED, message(runId), List.of());
  }

  static String message(String runId) {
    return "Cannot continue: another coordinator has taken over run "
        + runId
        + " and writes its results";
  }
}
