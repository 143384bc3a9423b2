package io.longhaul.load.endpoint;

import java.io.IOException;

/** JSON that is well-formed but does not have the shape that the endpoint's language gives it. */
final class UnexpectedJsonException extends IOException {

  private static final long serialVersionUID = 1L;

  UnexpectedJsonException(String member, String found, String expected) {
    super("Invalid " + member + ": " + found + " (" + expected + " would be right)");
  }
}
