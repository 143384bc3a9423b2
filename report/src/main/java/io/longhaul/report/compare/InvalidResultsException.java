package io.longhaul.report.compare;

import java.io.IOException;

/** Thrown if the result file of another tool is invalid or is not one that can be read. */
public final class InvalidResultsException extends IOException {
  private static final long serialVersionUID = 1L;

  InvalidResultsException(String message) {
    super(message);
  }
}
