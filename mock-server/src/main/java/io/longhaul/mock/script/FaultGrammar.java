package io.longhaul.mock.script;

import java.util.LinkedHashMap;
import java.util.Map;

/** What rules of faults may say, for help texts and pages: each form and what it means. */
public final class FaultGrammar {
  private FaultGrammar() {}

  /** The forms of {@link Trigger}. */
  public static Map<String, String> triggers() {
    Map<String, String> forms = new LinkedHashMap<>();
    for (Trigger.When when : Trigger.When.values()) {
      switch (when) {
        case ALWAYS -> forms.put("always", "each request");
        case EVERY -> forms.put("every N", "the Nth, the 2Nth and so on");
        case FIRST -> forms.put("first N", "the first N");
        case AFTER -> forms.put("after N", "all that follow the first N");
        case REQUEST -> forms.put("request N", "the Nth only");
        case RATE -> forms.put("rate P", "a share from 0 to 1, drawn by the seed");
      }
    }
    return forms;
  }

  /** The forms of {@link Fault}. */
  public static Map<String, String> faults() {
    Map<String, String> forms = new LinkedHashMap<>();
    for (Fault.Kind kind : Fault.Kind.values()) {
      switch (kind) {
        case STATUS ->
            forms.put("status CODE [retry-after TIME]", "an HTTP status with a JSON error");
        case HTML_STATUS -> forms.put("html-status CODE", "an HTTP status with an HTML page");
        case REDIRECT -> forms.put("redirect CODE", "a redirect to another name of this server");
        case RESET -> forms.put("reset [after N]", "the connection is reset (RST)");
        case STALL ->
            forms.put(
                "stall [TIME] [after N]", "no byte for that long, or for ever, then it goes on");
        case TRUNCATE ->
            forms.put("truncate [after N]", "the connection is closed without the last HTTP chunk");
        case END_EARLY ->
            forms.put("end-early [after N]", "the body ends without finish reason and [DONE]");
        case NO_DONE -> forms.put("no-done", "a whole stream without [DONE]");
        case ERROR_EVENT ->
            forms.put("error-event [after N]", "data: {\"error\": …}, then the body ends");
        case NAMED_ERROR_EVENT ->
            forms.put("named-error-event [after N]", "the same with 'event: error' before it");
        case MALFORMED_JSON ->
            forms.put("malformed-json [after N]", "an event that is not JSON, then it goes on");
        case INVALID_UTF8 ->
            forms.put("invalid-utf8 [after N]", "a token that is not UTF-8, then it goes on");
        case SPLIT_UTF8 ->
            forms.put("split-utf8 [after N]", "a token cut inside a character, 5 ms apart");
        case HUGE_EVENT -> forms.put("huge-event BYTES [after N]", "a token of this many bytes");
        case WRONG_CONTENT_TYPE ->
            forms.put("wrong-content-type", "status 200 and an HTML page instead of the answer");
        case WRONG_SHAPE -> forms.put("wrong-shape", "an answer in the shape of another endpoint");
        case IGNORE_MAX_COMPLETION_TOKENS ->
            forms.put(
                "ignore-max-completion-tokens", "an answer as if this limit had not been sent");
        case USAGE_TIMES -> forms.put("usage-times N", "a usage of N times the tokens");
        case DRIP ->
            forms.put("drip BYTES TIME", "the answer in pieces of so many bytes, that far apart");
        case COALESCE -> forms.put("coalesce N", "N tokens go out together, in one HTTP chunk");
        case CLOSE_IDLE ->
            forms.put(
                "close-idle TIME", "a kept-alive connection is closed that long after the answer");
      }
    }
    return forms;
  }

  /** The forms of {@link ScrapeFault}. */
  public static Map<String, String> scrapeFaults() {
    Map<String, String> forms = new LinkedHashMap<>();
    for (ScrapeFault.Kind kind : ScrapeFault.Kind.values()) {
      switch (kind) {
        case STATUS -> forms.put("status CODE", "this status instead of the page");
        case GARBAGE -> forms.put("garbage", "a page that no parser can read");
        case NAN -> forms.put("nan", "every gauge is NaN");
        case BLANK -> forms.put("blank", "every gauge has DCGM's value for none");
        case WITHOUT -> forms.put("without METRIC", "the page lacks this metric");
        case COUNTER_RESET -> forms.put("counter-reset", "all counters begin again at 0");
        case XID -> forms.put("xid NUMBER", "the last XID error is this one from now on");
        case ECC -> forms.put("ecc COUNT", "so many more single-bit errors of memory");
        case SLOW -> forms.put("slow TIME", "the page comes that much later");
        case DIE -> forms.put("die TIME", "the port is closed for that long");
      }
    }
    return forms;
  }
}
