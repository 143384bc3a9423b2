package io.longhaul.cli;

/** How this program is called, so that the commands it proposes can be typed as they are shown. */
final class ProgramName {
  /** What the user typed to call the launcher, such as {@code ./longhaul}. */
  private static final String TYPED = "longhaul.program";

  private ProgramName() {}

  static String typed() {
    return System.getProperty(TYPED, "longhaul");
  }
}
