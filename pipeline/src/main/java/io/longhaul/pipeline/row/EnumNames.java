package io.longhaul.pipeline.row;

import java.util.Locale;

/** Enum constants as rows spell them. */
public final class EnumNames {
  private EnumNames() {}

  /** {@code HTTP_ERROR} is {@code http_error}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
