package io.longhaul.mock.script;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thing that goes wrong with one scrape of the DCGM exporter.
 *
 * @param kind what goes wrong; its Javadoc gives the text
 * @param amount the kind's number: a status, an XID, or how many; 0 if it has none
 * @param nanos the kind's duration, 0 if it has none
 * @param field the kind's metric name, or empty
 */
public record ScrapeFault(Kind kind, int amount, long nanos, String field) {

  /** What can go wrong. */
  public enum Kind {
    /** {@code status 500}: this status instead of the page. */
    STATUS("status (\\d{3})"),
    /** {@code garbage}: a page that no parser can read. */
    GARBAGE("garbage"),
    /** {@code nan}: every gauge is NaN. */
    NAN("nan"),
    /**
     * {@code blank}: every gauge is the value that DCGM writes where it has none, as old exporters
     * let it through.
     */
    BLANK("blank"),
    /** {@code without DCGM_FI_DEV_POWER_USAGE}: the page lacks this metric. */
    WITHOUT("without (\\w+)"),
    /** {@code counter-reset}: all counters begin again at 0, as after a restart. */
    COUNTER_RESET("counter-reset"),
    /** {@code xid 79}: the last XID error is this one from now on. */
    XID("xid (\\d{1,9})"),
    /** {@code ecc 2}: so many single-bit errors of memory more, now. */
    ECC("ecc (\\d{1,9})"),
    /** {@code slow 2s}: the page comes so much later, with the values of when it comes. */
    SLOW("slow (\\S+)"),
    /**
     * {@code die 5s}: no answer, all connections are closed, and the port is closed for so long.
     */
    DIE("die (\\S+)");

    private final Pattern form;

    Kind(String form) {
      this.form = Pattern.compile(form, Pattern.CASE_INSENSITIVE);
    }
  }

  /**
   * Reads a fault.
   *
   * @throws IllegalArgumentException if the text is none of the forms that {@link Kind} lists
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
            + " (one of status CODE, garbage, nan, blank, without METRIC, counter-reset, xid NUMBER, ecc COUNT,"
            + " slow DURATION, die DURATION)");
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
