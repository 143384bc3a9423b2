package io.longhaul.mock.script;

import java.util.LinkedHashMap;
import java.util.Map;

/** The syntax of fault rules and its meaning, for help texts and documentation. */
public final class FaultGrammar {
  private FaultGrammar() {}

  /** Returns the syntax of {@link Trigger}. */
  public static Map<String, String> triggers() {
    Map<String, String> forms = new LinkedHashMap<>();
    for (Trigger.When when : Trigger.When.values()) {
      switch (when) {
        case ALWAYS -> forms.put("always", "each request");
        case EVERY -> forms.put("every N", "requests N, 2N, 3N and so on");
        case FIRST -> forms.put("first N", "the first N");
        case AFTER -> forms.put("after N", "all requests after the first N");
        case REQUEST -> forms.put("request N", "only request N");
        case RATE -> forms.put("rate P", "a random share of requests, from 0 to 1");
      }
    }
    return forms;
  }

  /** Returns the syntax of {@link Fault}. */
  public static Map<String, String> faults() {
    Map<String, String> forms = new LinkedHashMap<>();
    for (Fault.Kind kind : Fault.Kind.values()) {
      switch (kind) {
        case STATUS ->
            forms.put("status CODE [retry-after TIME]", "an HTTP status with a JSON error");
        case HTML_STATUS -> forms.put("html-status CODE", "an HTTP status with an HTML page");
        case REDIRECT ->
            forms.put("redirect CODE", "a redirect to this server under another host name");
        case RESET -> forms.put("reset [after N]", "the connection is reset (RST)");
        case STALL ->
            forms.put("stall [TIME] [after N]", "no bytes for this time, or indefinitely");
        case TRUNCATE ->
            forms.put("truncate [after N]", "the connection is closed before the last HTTP chunk");
        case END_EARLY ->
            forms.put("end-early [after N]", "the body ends without a finish reason or [DONE]");
        case NO_DONE -> forms.put("no-done", "a complete stream without [DONE]");
        case ERROR_EVENT ->
            forms.put("error-event [after N]", "data: {\"error\": …}, then the body ends");
        case NAMED_ERROR_EVENT ->
            forms.put("named-error-event [after N]", "the same with 'event: error' before it");
        case MALFORMED_JSON ->
            forms.put(
                "malformed-json [after N]", "an event that is not JSON; the stream continues");
        case INVALID_UTF8 ->
            forms.put(
                "invalid-utf8 [after N]", "a token that is not valid UTF-8; the stream continues");
        case SPLIT_UTF8 ->
            forms.put(
                "split-utf8 [after N]", "a token split within a character, the parts 5 ms apart");
        case HUGE_EVENT -> forms.put("huge-event BYTES [after N]", "a token with this many bytes");
        case WRONG_CONTENT_TYPE ->
            forms.put("wrong-content-type", "status 200 and an HTML page instead of the response");
        case WRONG_SHAPE ->
            forms.put("wrong-shape", "a response in the format of another endpoint");
        case IGNORE_MAX_COMPLETION_TOKENS ->
            forms.put("ignore-max-completion-tokens", "a response that ignores this limit");
        case USAGE_TIMES ->
            forms.put("usage-times N", "a usage field with N times the token counts");
        case DRIP ->
            forms.put("drip BYTES TIME", "the response in pieces of BYTES bytes, TIME apart");
        case COALESCE -> forms.put("coalesce N", "N tokens in each HTTP chunk");
        case CLOSE_IDLE ->
            forms.put(
                "close-idle TIME", "a keep-alive connection is closed TIME after the response");
      }
    }
    return forms;
  }

  /** Returns the syntax of {@link ScrapeFault}. */
  public static Map<String, String> scrapeFaults() {
    Map<String, String> forms = new LinkedHashMap<>();
    for (ScrapeFault.Kind kind : ScrapeFault.Kind.values()) {
      switch (kind) {
        case STATUS -> forms.put("status CODE", "this status instead of the page");
        case GARBAGE -> forms.put("garbage", "a page that cannot be parsed");
        case NAN -> forms.put("nan", "every gauge is NaN");
        case BLANK -> forms.put("blank", "every gauge has DCGM's blank value");
        case WITHOUT -> forms.put("without METRIC", "the page lacks this metric");
        case COUNTER_RESET -> forms.put("counter-reset", "all counters restart at 0");
        case XID -> forms.put("xid NUMBER", "from now on, the last XID error is this one");
        case ECC -> forms.put("ecc COUNT", "this many additional single-bit memory errors");
        case SLOW -> forms.put("slow TIME", "the page is delayed by this time");
        case DIE -> forms.put("die TIME", "the port is closed for this time");
      }
    }
    return forms;
  }
}
