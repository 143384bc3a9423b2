package io.longhaul.cli.embedded;

/** Describes how a child process has ended, for messages. */
final class ExitText {
  /** Java reports a signal as 128 + its number. */
  private static final int SIGNAL_BASE = 128;

  /** Status of a JVM with {@code ExitOnOutOfMemoryError}, which all children have. */
  private static final int OUT_OF_MEMORY = 3;

  private ExitText() {}

  /** Returns the reason in words: {@code killed by signal 9}, {@code exit status 1}. */
  static String of(int status) {
    if (status > SIGNAL_BASE) {
      return "killed by signal " + (status - SIGNAL_BASE);
    }
    return status == OUT_OF_MEMORY ? "out of memory" : "exit status " + status;
  }
}
