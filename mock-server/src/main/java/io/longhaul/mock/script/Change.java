package io.longhaul.mock.script;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change of the server at a time, counted from the first request: {@code from 80s: ttft times
 * 1.4}, {@code from 0s to 5m: itl grows to 1.3}, {@code from 2m to 150s: gpu 1 too hot}.
 *
 * @param fromNanos start of the period
 * @param untilNanos end of the period; {@link #FOR_EVER} without one
 * @param kind what changes
 * @param amount factor of the kind, or the index of the GPU
 */
public record Change(long fromNanos, long untilNanos, Kind kind, double amount) {
  static final long FOR_EVER = Long.MAX_VALUE;

  /** Syntax of the periods. */
  static final String FROM = "from TIME";

  static final String FROM_TO = "from TIME to TIME";

  private static final Pattern FORM = Pattern.compile("(?i)from (\\S+)(?: to (\\S+))? ?: ?(.*)");

  /** Kinds of changes. */
  public enum Kind {
    TTFT_TIMES(
        "ttft times ([0-9.]+)", "ttft times N", "the time to first token is multiplied by N"),
    TTFT_GROWS(
        "ttft grows to ([0-9.]+)",
        "ttft grows to N",
        "the same, growing evenly from 1 to N (needs from TIME to TIME)"),
    ITL_TIMES("itl times ([0-9.]+)", "itl times N", "the time between tokens is multiplied by N"),
    ITL_GROWS(
        "itl grows to ([0-9.]+)",
        "itl grows to N",
        "the same, growing evenly from 1 to N (needs from TIME to TIME)"),
    GPU_HOT(
        "gpu ([0-9]{1,2}) too hot",
        "gpu N too hot",
        "heat limits the clock of GPU N to 1,200 MHz (the first GPU is 0)");

    private final Pattern form;

    /** Syntax, with parameters in upper case. */
    final String syntax;

    /** Effect in a few words. */
    final String meaning;

    Kind(String form, String syntax, String meaning) {
      this.form = Pattern.compile(form, Pattern.CASE_INSENSITIVE);
      this.syntax = syntax;
      this.meaning = meaning;
    }

    private boolean needsEnd() {
      return this == TTFT_GROWS || this == ITL_GROWS;
    }
  }

  /**
   * Parses a change.
   *
   * @throws IllegalArgumentException if the text does not match the syntax
   */
  public static Change parse(String text) {
    Matcher form = FORM.matcher(text.strip().replaceAll("\\s+", " "));
    if (!form.matches()) {
      throw invalid(text, "WHEN: WHAT, such as 'from 80s: ttft times 1.4'");
    }
    long from = DurationText.parseNanos(form.group(1));
    long until = form.group(2) == null ? FOR_EVER : DurationText.parseNanos(form.group(2));
    if (until <= from) {
      throw invalid(text, "the earlier time first");
    }
    for (Kind kind : Kind.values()) {
      Matcher what = kind.form.matcher(form.group(3).strip());
      if (what.matches()) {
        if (kind.needsEnd() && until == FOR_EVER) {
          throw invalid(text, "a period with an end, such as 'from 0s to 5m'");
        }
        return new Change(from, until, kind, amount(text, what.group(1)));
      }
    }
    throw invalid(
        text, "one of ttft times N, itl times N, ttft grows to N, itl grows to N, gpu N too hot");
  }

  private static double amount(String text, String number) {
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("Invalid change: " + text + " (N is a number)", e);
    }
  }

  private static IllegalArgumentException invalid(String text, String right) {
    return new IllegalArgumentException("Invalid change: " + text + " (" + right + ")");
  }

  /** Returns the factor of this change at a time since the first request; 1 before its period. */
  double factorAt(long nanos) {
    if (nanos < fromNanos) {
      return 1;
    }
    if (!kind.needsEnd()) {
      return nanos < untilNanos ? amount : 1;
    }
    double share = Math.min(1, (double) (nanos - fromNanos) / (untilNanos - fromNanos));
    return 1 + share * (amount - 1);
  }

  /** Returns how much of the period has passed at a time since the first request. */
  long nanosUntil(long nanos) {
    return Math.max(0, Math.min(nanos, untilNanos) - fromNanos);
  }
}
