package io.longhaul.schema;

import java.util.regex.Pattern;

/**
 * Validates names of runs, lanes and processes. They become parts of keys, topics, folders and
 * files, so only a few characters are allowed.
 */
public final class Names {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private Names() {}

  public static boolean isValid(String name) {
    return name != null && ALLOWED.matcher(name).matches();
  }

  /**
   * Returns the name if it is valid.
   *
   * @param what kind of name, for the message
   * @throws IllegalArgumentException if the name contains other characters than letters, digits,
   *     dot, underscore and hyphen, or more than 64 characters
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
