package io.longhaul.mock.script;

/**
 * A fault and the requests that it strikes: {@code every 5: status 503}, {@code rate 0.01: reset
 * after 3}.
 *
 * @param trigger which requests
 * @param fault what goes wrong with them
 */
public record FaultRule(Trigger trigger, Fault fault) {

  /**
   * Reads a rule: a trigger (always, every N, first N, after N, request N, rate P), a colon, and a
   * fault as {@link Fault.Kind} lists them.
   *
   * @throws IllegalArgumentException if either part cannot be read
   */
  public static FaultRule parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "Invalid fault rule: " + text + " (WHEN: WHAT, as in 'every 5: status 503')");
    }
    return new FaultRule(
        Trigger.parse(text.substring(0, colon)), Fault.parse(text.substring(colon + 1)));
  }

  /** Whether it strikes the request with this number; see {@link Trigger}. */
  boolean matches(long ordinal, Draws draws) {
    return trigger.matches(ordinal, draws);
  }
}
