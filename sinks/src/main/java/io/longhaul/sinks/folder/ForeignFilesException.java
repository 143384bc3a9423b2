package io.longhaul.sinks.folder;

import java.io.IOException;

/** Thrown if a run would overwrite foreign files; the message names them and a remedy. */
public final class ForeignFilesException extends IOException {
  private static final long serialVersionUID = 1;

  ForeignFilesException(String message) {
    super(message);
  }
}
