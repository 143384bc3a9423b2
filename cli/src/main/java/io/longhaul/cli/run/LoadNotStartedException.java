package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import java.util.List;

/** Thrown when a run is to be finished whose load had not started. */
public final class LoadNotStartedException extends RunFailedException {
  private static final long serialVersionUID = 1;

  LoadNotStartedException(String message) {
    super(ExitCode.USAGE, message, List.of());
  }
}
