package io.longhaul.mock.script;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One thing that goes wrong with one answer, as one writes it in a rule or in the header {@code
 * X-Mock-Fault}.
 *
 * <p>{@code after N} counts content chunks (tokens). Without it {@code reset} and {@code stall}
 * strike before the headers, the others after half of the tokens. In an answer that is not
 * streamed, {@code after N} means half of the body, whatever N is.
 *
 * @param kind what goes wrong; its Javadoc gives the text
 * @param after content chunks before it strikes; {@link #NO_POSITION} if the text did not say
 * @param amount the kind's number: status code, bytes or tokens; 0 if it has none
 * @param nanos the kind's duration; {@link #FOREVER} for a stall without one, 0 if it has none
 * @param text the text it was read from, in lower case; goes to the truth log
 */
public record Fault(Kind kind, int after, int amount, long nanos, String text) {
  public static final int NO_POSITION = -1;
  public static final long FOREVER = Long.MAX_VALUE;

  /** Where a fault strikes before anything at all was written; see {@link #positionIn}. */
  public static final int BEFORE_HEADERS = -1;

  /** What can go wrong. */
  public enum Kind {
    /**
     * {@code status 503}, {@code status 429 retry-after 2s}: this status with a JSON error body.
     */
    STATUS("status (\\d{3})(?: retry-after (\\S+))?"),
    /** {@code html-status 502}: this status with an HTML page, as proxies send it. */
    HTML_STATUS("html-status (\\d{3})"),
    /** {@code redirect 307}: this status, with a Location on another host name of this server. */
    REDIRECT("redirect (\\d{3})"),
    /** {@code reset}, {@code reset after 5}: the connection is reset (RST). */
    RESET("reset"),
    /**
     * {@code stall}, {@code stall 2s after 5}: no byte for this long, then it goes on; for ever
     * without a time.
     */
    STALL("stall(?: (?!after)(\\S+))?"),
    /** {@code truncate after 5}: the connection is closed (FIN) without the last HTTP chunk. */
    TRUNCATE("truncate"),
    /**
     * {@code end-early after 5}: the body ends properly, without finish reason and {@code [DONE]}.
     */
    END_EARLY("end-early"),
    /** {@code no-done}: a whole stream, but for {@code [DONE]}. */
    NO_DONE("no-done"),
    /** {@code error-event after 5}: {@code data: {"error":…}}, then the body ends properly. */
    ERROR_EVENT("error-event"),
    /** {@code named-error-event after 5}: the same with {@code event: error} before it. */
    NAMED_ERROR_EVENT("named-error-event"),
    /**
     * {@code malformed-json after 5}: an event that is no JSON takes the place of a token; the
     * stream goes on.
     */
    MALFORMED_JSON("malformed-json"),
    /** {@code invalid-utf8 after 5}: a token with bytes that are no UTF-8; the stream goes on. */
    INVALID_UTF8("invalid-utf8"),
    /**
     * {@code split-utf8 after 5}: a token whose bytes are cut inside a character, 5 ms apart; the
     * stream goes on.
     */
    SPLIT_UTF8("split-utf8"),
    /** {@code huge-event 1000000 after 5}: a token of this many bytes; the stream goes on. */
    HUGE_EVENT("huge-event (\\d{1,9})"),
    /** {@code wrong-content-type}: status 200 and an HTML page where the answer should be. */
    WRONG_CONTENT_TYPE("wrong-content-type"),
    /**
     * {@code wrong-shape}: a whole answer in the shape of another endpoint (of {@code
     * /v1/completions}; there that of {@code /v1/chat/completions}; of a gRPC call, another
     * output).
     */
    WRONG_SHAPE("wrong-shape"),
    /**
     * {@code ignore-max-completion-tokens}: a whole answer as if this limit had not been sent;
     * {@code max_tokens} is obeyed.
     */
    IGNORE_MAX_COMPLETION_TOKENS("ignore-max-completion-tokens"),
    /** {@code usage-times 3}: a whole answer whose usage has so many times the tokens. */
    USAGE_TIMES("usage-times (\\d{1,4})"),
    /** {@code drip 16 10ms}: the answer comes in pieces of so many bytes, this far apart. */
    DRIP("drip (\\d{1,9}) (\\S+)"),
    /**
     * {@code coalesce 4}: so many tokens are held back until they go out together, in one HTTP
     * chunk.
     */
    COALESCE("coalesce (\\d{1,9})"),
    /**
     * {@code close-idle 5s}: a whole answer; the kept-alive connection is closed unannounced so
     * long after it.
     */
    CLOSE_IDLE("close-idle (\\S+)");

    private final Pattern form;

    Kind(String form) {
      this.form = Pattern.compile(form + "( after (\\d{1,9}))?");
    }

    private boolean hasPosition() {
      return switch (this) {
        case STATUS,
            HTML_STATUS,
            REDIRECT,
            NO_DONE,
            WRONG_CONTENT_TYPE,
            WRONG_SHAPE,
            IGNORE_MAX_COMPLETION_TOKENS,
            USAGE_TIMES,
            DRIP,
            COALESCE,
            CLOSE_IDLE ->
            false;
        default -> true;
      };
    }

    private String keyword() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Reads a fault.
   *
   * @throws IllegalArgumentException if the text is none of the forms that {@link Kind} lists
   */
  public static Fault parse(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    for (Kind kind : Kind.values()) {
      Matcher form = kind.form.matcher(plain);
      if (form.matches()) {
        return read(kind, form, plain);
      }
    }
    throw new IllegalArgumentException("Invalid fault: " + text + " (one of " + keywords() + ")");
  }

  /** By how much the usage is multiplied. */
  public int usageFactor() {
    return kind == Kind.USAGE_TIMES ? amount : 1;
  }

  /**
   * How many content chunks go out before the fault strikes, in an answer of so many tokens.
   *
   * @return 0 to {@code tokens}, or {@link #BEFORE_HEADERS}
   */
  public int positionIn(int tokens) {
    if (after != NO_POSITION) {
      return Math.min(after, tokens);
    }
    return kind == Kind.RESET || kind == Kind.STALL ? BEFORE_HEADERS : tokens / 2;
  }

  @Override
  public String toString() {
    return text;
  }

  private static Fault read(Kind kind, Matcher form, String text) {
    String place = form.group(form.groupCount());
    if (place != null && !kind.hasPosition()) {
      throw new IllegalArgumentException(
          "Invalid fault: " + text + " (" + kind.keyword() + " takes no 'after N')");
    }
    int after = place == null ? NO_POSITION : Integer.parseInt(place);
    int amount = 0;
    long nanos = 0;
    switch (kind) {
      case STATUS -> {
        amount = statusOf(form.group(1), 400, 599, text);
        nanos = form.group(2) == null ? 0 : DurationText.parseNanos(form.group(2));
      }
      case HTML_STATUS -> amount = statusOf(form.group(1), 400, 599, text);
      case REDIRECT -> amount = statusOf(form.group(1), 300, 399, text);
      case STALL ->
          nanos = form.group(1) == null ? FOREVER : DurationText.parseNanos(form.group(1));
      case HUGE_EVENT, COALESCE, USAGE_TIMES -> amount = positive(form.group(1), text);
      case DRIP -> {
        amount = positive(form.group(1), text);
        nanos = DurationText.parseNanos(form.group(2));
      }
      case CLOSE_IDLE -> nanos = DurationText.parseNanos(form.group(1));
      default -> {}
    }
    return new Fault(kind, after, amount, nanos, text);
  }

  static int statusOf(String digits, int lowest, int highest, String text) {
    int status = Integer.parseInt(digits);
    if (status < lowest || status > highest) {
      throw new IllegalArgumentException(
          "Invalid fault: " + text + " (a status from " + lowest + " to " + highest + ")");
    }
    return status;
  }

  private static int positive(String digits, String text) {
    int number = Integer.parseInt(digits);
    if (number < 1) {
      throw new IllegalArgumentException("Invalid fault: " + text + " (a number of 1 or more)");
    }
    return number;
  }

  private static String keywords() {
    StringBuilder keywords = new StringBuilder();
    for (Kind kind : Kind.values()) {
      keywords.append(keywords.isEmpty() ? "" : ", ").append(kind.keyword());
    }
    return keywords.toString();
  }
}
