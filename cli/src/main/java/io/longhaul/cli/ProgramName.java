package io.longhaul.cli;

/**
 * The name by which the user called this program, so that suggested commands can be typed as shown.
 */
final class ProgramName {
  /** System property with the launcher's path as typed, such as {@code ./longhaul}. */
  private static final String TYPED = "longhaul.program";

  private ProgramName() {}

  static String typed() {
    return System.getProperty(TYPED, "longhaul");
  }
}
