package io.longhaul.pipeline.row;

import java.util.Locale;

/** Names of enum constants in rows. */
public final class EnumNames {
  private EnumNames() {}

  /** Returns the constant's name in lower case, such as {@code http_error}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
