package io.longhaul.cli.runfile;

import io.longhaul.cli.options.Quantities;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Single values of a file, and what they are as the value of an option. */
final class Scalars {
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(?:[0-9]+\\.[0-9]*|\\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]{1,3})?");

  private Scalars() {}

  /** A truth value, a number, or the text as it is. */
  static Object ofText(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.valueOf(text.toLowerCase(Locale.ROOT));
    }
    if (WHOLE.matcher(text).matches()) {
      return Long.valueOf(text.startsWith("+") ? text.substring(1) : text);
    }
    return DECIMAL.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
  }

  /** As it would be typed; a number without an exponent, a whole one without a point. */
  static String typed(Object scalar) {
    if (scalar instanceof Double number && !number.isNaN() && !number.isInfinite()) {
      BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
      return Math.abs(exact.scale()) > 30 ? exact.toString() : exact.toPlainString();
    }
    return String.valueOf(scalar);
  }

  static boolean isScalar(Object value) {
    return !(value instanceof Map) && !(value instanceof List);
  }

  /** What is told of a value that is no single one, or may be a key. */
  static String kindOf(Object value) {
    if (value instanceof Map) {
      return "a mapping";
    }
    return value instanceof List ? "a list" : "a value";
  }

  /** True, false, or the words that YAML 1.1 has for them. */
  static Optional<Boolean> truth(Object scalar) {
    return switch (String.valueOf(scalar).toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> Optional.of(true);
      case "false", "no", "off" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /**
   * Seconds as they are typed, of a number or of a text such as {@code 30s}, {@code 5 min} or
   * {@code inf}.
   */
  static Optional<String> seconds(Object scalar) {
    String text = typed(scalar).strip();
    if (text.equalsIgnoreCase("inf") || text.equalsIgnoreCase("infinity")) {
      return Optional.of("inf");
    }
    return Quantities.plainSeconds(text);
  }
}
