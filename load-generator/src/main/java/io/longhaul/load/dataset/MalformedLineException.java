package io.longhaul.load.dataset;

/** What is wrong with a line of a file, in words that follow its place. */
final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedLineException(String message) {
    super(message);
  }
}
