package io.longhaul.mock.script;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A fault and the requests or scrapes to which it applies, numbered from 1: {@code every 5: status
 * 503}, {@code rate 0.01: reset after 3}.
 *
 * @param trigger selects the requests or scrapes
 * @param fault a {@link Fault} of these requests, or a {@link ScrapeFault} of these scrapes
 */
public record FaultRule<F>(Trigger trigger, F fault) {

  /**
   * Parses a rule for requests: a trigger (always, every N, first N, after N, request N, rate P), a
   * colon, and a fault in the syntax of {@link Fault.Kind}.
   *
   * @throws IllegalArgumentException if either part is invalid
   */
  public static FaultRule<Fault> parse(String text) {
    return parse("fault rule", "every 5: status 503", text, Fault::parse);
  }

  /**
   * Parses a rule for scrapes, with a fault in the syntax of {@link ScrapeFault.Kind}.
   *
   * @throws IllegalArgumentException if either part is invalid
   */
  public static FaultRule<ScrapeFault> parseForScrapes(String text) {
    return parse("scrape fault rule", "every 5: status 500", text, ScrapeFault::parse);
  }

  private static <F> FaultRule<F> parse(
      String what, String example, String text, Function<String, F> parser) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "Invalid " + what + ": " + text + " (WHEN: WHAT, such as '" + example + "')");
    }
    return new FaultRule<>(
        Trigger.parse(text.substring(0, colon)), parser.apply(text.substring(colon + 1)));
  }

  /**
   * Returns the fault of the first rule that applies to a request or scrape; null without one.
   *
   * @param ordinal number of the request or scrape, from 1
   */
  public static <F> @Nullable F faultOf(List<FaultRule<F>> rules, long ordinal, Draws draws) {
    for (FaultRule<F> rule : rules) {
      if (rule.trigger().matches(ordinal, draws)) {
        return rule.fault();
      }
    }
    return null;
  }
}
