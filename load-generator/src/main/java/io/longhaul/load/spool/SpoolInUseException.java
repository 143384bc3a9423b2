package io.longhaul.load.spool;

import java.io.IOException;
import java.nio.file.Path;

/** Another process uses a spool. */
public final class SpoolInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  SpoolInUseException(Path folder) {
    super("another process uses " + folder);
  }
}
