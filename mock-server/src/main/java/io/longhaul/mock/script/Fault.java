package io.longhaul.mock.script;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault of one response, in the syntax of a rule or of the header {@code X-Mock-Fault}.
 *
 * <p>{@code after N} counts content chunks (tokens). Without it, {@code reset} and {@code stall}
 * occur before the headers, the others after half of the tokens. In a response that is not
 * streamed, {@code after N} always means half of the body.
 *
 * @param kind kind of fault; its Javadoc states the syntax
 * @param after content chunks before the fault; {@link #NO_POSITION} if not given
 * @param amount number of the kind: status code, bytes or tokens; 0 without one
 * @param nanos duration of the kind; {@link #FOREVER} for a stall without one, 0 without one
 * @param text parsed text in lower case; written to the truth log
 */
public record Fault(Kind kind, int after, int amount, long nanos, String text) {
  public static final int NO_POSITION = -1;
  public static final long FOREVER = Long.MAX_VALUE;

  /** Position of a fault before any byte is written; see {@link #positionIn}. */
  public static final int BEFORE_HEADERS = -1;

  /** Kinds of faults. */
  public enum Kind {
    /**
     * {@code status 503}, {@code status 429 retry-after 2s}: this status with a JSON error body.
     */
    STATUS(
        "status (\\d{3})(?: retry-after (\\S+))?",
        "status CODE [retry-after TIME]", "an HTTP status with a JSON error"),
    /** {@code html-status 502}: this status with an HTML page, like proxies send it. */
    HTML_STATUS("html-status (\\d{3})", "html-status CODE", "an HTTP status with an HTML page"),
    /** {@code redirect 307}: this status, with a Location at another host name of this server. */
    REDIRECT(
        "redirect (\\d{3})", "redirect CODE", "a redirect to this server under another host name"),
    /** {@code reset}, {@code reset after 5}: the connection is reset (RST). */
    RESET("reset", "reset [after N]", "the connection is reset (RST)"),
    /**
     * {@code stall}, {@code stall 2s after 5}: no byte for this time, then the response continues;
     * forever without a time.
     */
    STALL(
        "stall(?: (?!after)(\\S+))?",
        "stall [TIME] [after N]",
        "no bytes for this time, or indefinitely"),
    /** {@code truncate after 5}: the connection is closed (FIN) without the last HTTP chunk. */
    TRUNCATE(
        "truncate",
        "truncate [after N]",
        "the connection is closed without the terminating HTTP chunk"),
    /**
     * {@code end-early after 5}: the body ends regularly, without finish reason and {@code [DONE]}.
     */
    END_EARLY(
        "end-early", "end-early [after N]", "the body ends without a finish reason or [DONE]"),
    /** {@code no-done}: a complete stream without {@code [DONE]}. */
    NO_DONE("no-done", "no-done", "a complete stream without [DONE]"),
    /** {@code error-event after 5}: {@code data: {"error":…}}, then the body ends regularly. */
    ERROR_EVENT("error-event", "error-event [after N]", "data: {\"error\": …}, then the body ends"),
    /** {@code named-error-event after 5}: the same, preceded by {@code event: error}. */
    NAMED_ERROR_EVENT(
        "named-error-event",
        "named-error-event [after N]",
        "the same with 'event: error' before it"),
    /**
     * {@code malformed-json after 5}: an event with invalid JSON before the next token; the stream
     * continues.
     */
    MALFORMED_JSON(
        "malformed-json",
        "malformed-json [after N]",
        "an event that is not JSON; the stream continues"),
    /** {@code invalid-utf8 after 5}: a token with invalid UTF-8; the stream continues. */
    INVALID_UTF8(
        "invalid-utf8",
        "invalid-utf8 [after N]",
        "a token that is not valid UTF-8; the stream continues"),
    /**
     * {@code split-utf8 after 5}: a token that is split inside a character, 5 ms apart; the stream
     * continues.
     */
    SPLIT_UTF8(
        "split-utf8",
        "split-utf8 [after N]",
        "a token split within a character, the parts 5 ms apart"),
    /** {@code huge-event 1000000 after 5}: a token of this many bytes; the stream continues. */
    HUGE_EVENT(
        "huge-event (\\d{1,9})", "huge-event BYTES [after N]", "a token with this many bytes"),
    /** {@code wrong-content-type}: status 200 and an HTML page instead of the response. */
    WRONG_CONTENT_TYPE(
        "wrong-content-type",
        "wrong-content-type",
        "status 200 and an HTML page instead of the response"),
    /**
     * {@code wrong-shape}: a complete response in the format of another endpoint (of {@code
     * /v1/completions}; for that endpoint, of {@code /v1/chat/completions}; for a gRPC call, with
     * another output).
     */
    WRONG_SHAPE("wrong-shape", "wrong-shape", "a response in the format of another endpoint"),
    /**
     * {@code ignore-max-completion-tokens}: a complete response that ignores this limit; {@code
     * max_tokens} is respected.
     */
    IGNORE_MAX_COMPLETION_TOKENS(
        "ignore-max-completion-tokens",
        "ignore-max-completion-tokens",
        "a response that ignores this limit"),
    /** {@code usage-times 3}: a complete response whose usage contains a multiple of the tokens. */
    USAGE_TIMES(
        "usage-times (\\d{1,4})", "usage-times N", "a usage field with N times the token counts"),
    /**
     * {@code drip 16 10ms}: the response in pieces of this many bytes, with this time between them.
     */
    DRIP(
        "drip (\\d{1,9}) (\\S+)",
        "drip BYTES TIME",
        "the response in pieces of BYTES bytes, TIME apart"),
    /** {@code coalesce 4}: this many tokens are sent together, in one HTTP chunk. */
    COALESCE("coalesce (\\d{1,9})", "coalesce N", "N tokens in each HTTP chunk"),
    /**
     * {@code close-idle 5s}: a complete response; the idle connection is closed without notice
     * after this time.
     */
    CLOSE_IDLE(
        "close-idle (\\S+)",
        "close-idle TIME",
        "a keep-alive connection is closed TIME after the response");

    private final Pattern form;

    /** Syntax, with parameters in upper case. */
    final String syntax;

    /** Effect in a few words. */
    final String meaning;

    Kind(String form, String syntax, String meaning) {
      this.syntax = syntax;
      this.meaning = meaning;
      this.form = Pattern.compile(form + "( after (\\d{1,9}))?");
    }

    private boolean hasPosition() {
      return syntax.endsWith("[after N]");
    }

    private String keyword() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Parses a fault.
   *
   * @throws IllegalArgumentException if the text does not match the syntax of any {@link Kind}
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

  /** Returns the factor of the usage. */
  public int usageFactor() {
    return kind == Kind.USAGE_TIMES ? amount : 1;
  }

  /**
   * Returns the number of content chunks before the fault in a response of a number of tokens.
   *
   * @return 0 to {@code tokens}, or {@link #BEFORE_HEADERS}
   */
  public int positionIn(int tokens) {
    if (after != NO_POSITION) {
      return Math.min(after, tokens);
    }
    return kind == Kind.RESET || kind == Kind.STALL ? BEFORE_HEADERS : tokens / 2;
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
