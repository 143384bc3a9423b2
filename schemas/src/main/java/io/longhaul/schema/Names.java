package io.longhaul.schema;

import java.util.regex.Pattern;

/**
 * Names of runs, lanes and processes: they become parts of keys, topics, folders and files, so few
 * characters are allowed.
 */
public final class Names {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private Names() {}

  public static boolean isValid(String name) {
    return name != null && ALLOWED.matcher(name).matches();
  }

  /**
   * @throws IllegalArgumentException when the name has other characters than letters, digits, dot,
   *     underscore and hyphen, or more than 64
   */
  public static String require(String what, String name) {
    if (!isValid(name)) {
      throw new IllegalArgumentException(
          "Invalid "
              + what
              + ": "
              + name
              + " (1 to 64 letters, digits, '.', '_' or '-', beginning with a letter or digit)");
    }
    return name;
  }
}
