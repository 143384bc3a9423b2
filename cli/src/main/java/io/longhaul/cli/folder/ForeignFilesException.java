package io.longhaul.cli.folder;

import java.io.IOException;

/** A run would replace what is not its own; the message has what that is, and what to do. */
public final class ForeignFilesException extends IOException {
  private static final long serialVersionUID = 1;

  ForeignFilesException(String message) {
    super(message);
  }
}
