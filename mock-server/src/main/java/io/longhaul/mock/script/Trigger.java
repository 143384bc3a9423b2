package io.longhaul.mock.script;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects the requests (or scrapes) to which a rule applies. Requests are numbered from 1 in order
 * of arrival.
 *
 * <pre>
 *   always        every request
 *   every 5       the 5th, 10th, 15th, …
 *   first 3       the 1st to the 3rd
 *   after 100     the 101st and all later ones
 *   request 7     only the 7th
 *   rate 0.01     one in a hundred, determined by the seed and the request's key
 * </pre>
 *
 * @param when form of the trigger
 * @param number number of the form; 0 for {@code always}
 */
public record Trigger(When when, double number) {

  /** Forms of triggers. */
  public enum When {
    ALWAYS("always", "each request"),
    EVERY("every N", "requests N, 2N, 3N and so on"),
    FIRST("first N", "the first N"),
    AFTER("after N", "all requests after the first N"),
    REQUEST("request N", "only request N"),
    RATE("rate P", "each request, with probability P (0 to 1)");

    /** Syntax, with parameters in upper case. */
    final String syntax;

    /** Effect in a few words. */
    final String meaning;

    When(String syntax, String meaning) {
      this.syntax = syntax;
      this.meaning = meaning;
    }
  }

  private static final Pattern FORM =
      Pattern.compile("(every|first|after|request|rate)\\s+(\\d+(?:\\.\\d+)?)");
  private static final String FORMS = "always, every N, first N, after N, request N or rate P";

  /**
   * Parses a trigger.
   *
   * @throws IllegalArgumentException if the text matches none of the forms above
   */
  public static Trigger parse(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    if (plain.equals("always")) {
      return new Trigger(When.ALWAYS, 0);
    }
    Matcher form = FORM.matcher(plain);
    if (!form.matches()) {
      throw new IllegalArgumentException("Invalid trigger: " + text + " (" + FORMS + ")");
    }
    When when = When.valueOf(form.group(1).toUpperCase(Locale.ROOT));
    double number = Double.parseDouble(form.group(2));
    if (when == When.RATE && number > 1) {
      throw new IllegalArgumentException("Invalid trigger: " + text + " (a rate from 0 to 1)");
    }
    if (when != When.RATE && (number < 1 || number != Math.rint(number))) {
      throw new IllegalArgumentException(
          "Invalid trigger: " + text + " (a whole number of 1 or more)");
    }
    return new Trigger(when, number);
  }

  /**
   * Returns whether the rule applies to a request.
   *
   * @param ordinal number of the request, from 1
   * @param draws determines a rate; not used by other forms
   */
  public boolean matches(long ordinal, Draws draws) {
    return switch (when) {
      case ALWAYS -> true;
      case EVERY -> ordinal % (long) number == 0;
      case FIRST -> ordinal <= number;
      case AFTER -> ordinal > number;
      case REQUEST -> ordinal == number;
      case RATE -> draws.nextDouble() < number;
    };
  }
}
