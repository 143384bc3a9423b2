package io.longhaul.config.runfile;

import io.longhaul.config.binding.Quantities;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts single values of a file to the values of options. */
public final class Scalars {
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(?:[0-9]+\\.[0-9]*|\\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]{1,3})?");

  private Scalars() {}

  /** Returns the text as a boolean or a number if it is one, or else unchanged. */
  static Object ofText(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.valueOf(text.toLowerCase(Locale.ROOT));
    }
    if (WHOLE.matcher(text).matches()) {
      return Long.valueOf(text.startsWith("+") ? text.substring(1) : text);
    }
    return DECIMAL.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
  }

  /**
   * Returns the value as on a command line: numbers without exponents, integers without a point.
   */
  public static String typed(@Nullable Object scalar) {
    if (scalar instanceof Double number && !number.isNaN() && !number.isInfinite()) {
      BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
      return Math.abs(exact.scale()) > 30 ? exact.toString() : exact.toPlainString();
    }
    return String.valueOf(scalar);
  }

  public static boolean isScalar(@Nullable Object value) {
    return !(value instanceof Map) && !(value instanceof List);
  }

  /** Describes a value that is not a scalar, or may be an API key, in a message. */
  public static String kindOf(@Nullable Object value) {
    if (value instanceof Map) {
      return "a mapping";
    }
    return value instanceof List ? "a list" : "a value";
  }

  /** Returns the boolean of a text, including the words for booleans in YAML 1.1. */
  static Optional<Boolean> truth(Object scalar) {
    return switch (String.valueOf(scalar).toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> Optional.of(true);
      case "false", "no", "off" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /**
   * Returns the seconds, as on a command line, of a number or of a text such as {@code 30s}, {@code
   * 5 min} or {@code inf}.
   */
  static Optional<String> seconds(Object scalar) {
    String text = typed(scalar).strip();
    if (text.equalsIgnoreCase("inf") || text.equalsIgnoreCase("infinity")) {
      return Optional.of("inf");
    }
    return Quantities.plainSeconds(text);
  }
}
