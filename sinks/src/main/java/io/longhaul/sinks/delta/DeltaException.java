package io.longhaul.sinks.delta;

import java.io.IOException;

/** Files cannot be added to a Delta table. */
public final class DeltaException extends IOException {
  private static final long serialVersionUID = 1;

  DeltaException(String message) {
    super(message);
  }
}
