package io.longhaul.cli.options;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The value of an option, as text and converted to its type and unit. A converter accepts every
 * text: an invalid value is reported together with all other problems, and options that depend on
 * it still know that it was given.
 *
 * @param <T> the type of the value
 */
final class OptionValue<T> {
  private final String text;
  private final @Nullable T value;
  private final String wanted;
  private String option = "value";

  private OptionValue(String text, @Nullable T value, String wanted) {
    this.text = text;
    this.value = value;
    this.wanted = wanted;
  }

  /** A value and the text that it was converted from. */
  static <T> OptionValue<T> valid(String text, T value) {
    return new OptionValue<>(text, value, "");
  }

  /**
   * A text that is not a valid value.
   *
   * @param wanted what would be valid
   */
  static <T> OptionValue<T> invalid(String text, String wanted) {
    return new OptionValue<>(text, null, wanted);
  }

  /** Returns the value of an option, or empty if the option was not given or is invalid. */
  static <T> Optional<T> of(@Nullable OptionValue<T> given) {
    return given == null ? Optional.empty() : Optional.ofNullable(given.value);
  }

  /** Returns the value of an option, or else its default. */
  static <T> T of(@Nullable OptionValue<T> given, T fallback) {
    return of(given).orElse(fallback);
  }

  /** Returns the value of an option, or null if the option was not given or is invalid. */
  static <T> @Nullable T orNull(@Nullable OptionValue<T> given) {
    return given == null ? null : given.value;
  }

  /** Sets the name of the option, which messages use. */
  void nameOption(String name) {
    option = name;
  }

  /** The name of the option. */
  String option() {
    return option;
  }

  /** Reports the value if it is invalid. */
  void check(OptionProblems problems) {
    if (value == null) {
      boolean isList = text.indexOf(',') >= 0;
      problems.invalid(option, text, wanted + (isList ? "; one value" : ""));
    }
  }

  /** The text that the user wrote. */
  @Override
  public String toString() {
    return text;
  }
}
