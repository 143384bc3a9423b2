package io.longhaul.load.endpoint;

import java.io.IOException;

/** Well-formed JSON whose structure does not match the API's format. */
final class UnexpectedJsonException extends IOException {

  private static final long serialVersionUID = 1L;

  UnexpectedJsonException(String member, String found, String expected) {
    super("Invalid " + member + ": " + found + " (" + expected + " expected)");
  }
}
