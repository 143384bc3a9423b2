package io.longhaul.cli.dashboard;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What the environment states about the terminal.
 *
 * @param movesCursor whether programs can write anywhere on the terminal
 * @param color whether colors are wanted, see <a href="https://no-color.org">no-color.org</a>
 * @param glyphs the characters for charts
 */
record TerminalTraits(boolean movesCursor, boolean color, Glyphs glyphs) {
  /** Variables that determine the encoding, in their order of precedence. */
  private static final List<String> LOCALE = List.of("LC_ALL", "LC_CTYPE", "LANG");

  static TerminalTraits of(Map<String, String> environment) {
    String type = environment.getOrDefault("TERM", "");
    return new TerminalTraits(
        !type.isEmpty() && !type.equals("dumb"),
        environment.getOrDefault("NO_COLOR", "").isEmpty(),
        isUtf8(environment) ? Glyphs.BLOCKS : Glyphs.ASCII);
  }

  private static boolean isUtf8(Map<String, String> environment) {
    return LOCALE.stream()
        .map(environment::get)
        .filter(Objects::nonNull)
        .filter(value -> !value.isEmpty())
        .findFirst()
        .filter(value -> value.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8"))
        .isPresent();
  }
}
