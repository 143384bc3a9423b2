package io.longhaul.mock.script;

/**
 * A fault and the requests to which it applies: {@code every 5: status 503}, {@code rate 0.01:
 * reset after 3}.
 *
 * @param trigger selects the requests
 * @param fault fault of these requests
 */
public record FaultRule(Trigger trigger, Fault fault) {

  /**
   * Parses a rule: a trigger (always, every N, first N, after N, request N, rate P), a colon, and a
   * fault in the syntax of {@link Fault.Kind}.
   *
   * @throws IllegalArgumentException if either part is invalid
   */
  public static FaultRule parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "Invalid fault rule: " + text + " (WHEN: WHAT, such as 'every 5: status 503')");
    }
    return new FaultRule(
        Trigger.parse(text.substring(0, colon)), Fault.parse(text.substring(colon + 1)));
  }

  /** Returns whether the rule applies to the request with this number; see {@link Trigger}. */
  boolean matches(long ordinal, Draws draws) {
    return trigger.matches(ordinal, draws);
  }
}
