package io.longhaul.mock.script;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault of one scrape of the DCGM exporter.
 *
 * @param kind kind of fault; its Javadoc states the syntax
 * @param amount number of the kind: a status, an XID, or a count; 0 without one
 * @param nanos duration of the kind; 0 without one
 * @param field metric of the kind; empty without one
 */
public record ScrapeFault(Kind kind, int amount, long nanos, String field) {

  /** Kinds of faults. */
  public enum Kind {
    /** {@code status 500}: this status instead of the page. */
    STATUS("status (\\d{3})", "status CODE", "this status instead of the page"),
    /** {@code garbage}: a page that cannot be parsed. */
    GARBAGE("garbage", "garbage", "a page that cannot be parsed"),
    /** {@code nan}: every gauge is NaN. */
    NAN("nan", "nan", "every gauge is NaN"),
    /**
     * {@code blank}: every gauge has the value that DCGM writes for missing data, which old
     * exporters do not filter.
     */
    BLANK("blank", "blank", "every gauge has DCGM's blank value"),
    /** {@code without DCGM_FI_DEV_POWER_USAGE}: the page lacks this metric. */
    WITHOUT("without (\\w+)", "without METRIC", "the page lacks this metric"),
    /** {@code counter-reset}: all counters restart at 0, as after a restart. */
    COUNTER_RESET("counter-reset", "counter-reset", "all counters restart at 0"),
    /** {@code xid 79}: the last XID error is this one from now on. */
    XID("xid (\\d{1,9})", "xid NUMBER", "the last XID error of every GPU is NUMBER"),
    /** {@code ecc 2}: this many more single-bit memory errors. */
    ECC("ecc (\\d{1,9})", "ecc COUNT", "this many additional single-bit memory errors"),
    /**
     * {@code slow 2s}: the page is delayed by this time and contains the values at the time of the
     * response.
     */
    SLOW("slow (\\S+)", "slow TIME", "the page is delayed by this time"),
    /**
     * {@code die 5s}: no response; all connections are closed, and the port is closed for this
     * time.
     */
    DIE("die (\\S+)", "die TIME", "the port is closed for this time");

    private final Pattern form;

    /** Syntax, with parameters in upper case. */
    final String syntax;

    /** Effect in a few words. */
    final String meaning;

    Kind(String form, String syntax, String meaning) {
      this.syntax = syntax;
      this.meaning = meaning;
      this.form = Pattern.compile(form, Pattern.CASE_INSENSITIVE);
    }
  }

  /**
   * Parses a fault.
   *
   * @throws IllegalArgumentException if the text does not match the syntax of any {@link Kind}
   */
  public static ScrapeFault parse(String text) {
    String plain = text.strip().replaceAll("\\s+", " ");
    for (Kind kind : Kind.values()) {
      Matcher form = kind.form.matcher(plain);
      if (form.matches()) {
        return read(kind, form);
      }
    }
    throw new IllegalArgumentException(
        "Invalid scrape fault: "
            + text
            + " (one of status CODE, garbage, nan, blank, without METRIC, counter-reset, xid"
            + " NUMBER, ecc COUNT, slow DURATION, die DURATION)");
  }

  private static ScrapeFault read(Kind kind, Matcher form) {
    return switch (kind) {
      case STATUS ->
          new ScrapeFault(kind, Fault.statusOf(form.group(1), 400, 599, form.group()), 0, "");
      case XID, ECC -> new ScrapeFault(kind, Integer.parseInt(form.group(1)), 0, "");
      case WITHOUT -> new ScrapeFault(kind, 0, 0, form.group(1).toUpperCase(Locale.ROOT));
      case SLOW, DIE -> new ScrapeFault(kind, 0, DurationText.parseNanos(form.group(1)), "");
      case GARBAGE, NAN, BLANK, COUNTER_RESET -> new ScrapeFault(kind, 0, 0, "");
    };
  }
}
