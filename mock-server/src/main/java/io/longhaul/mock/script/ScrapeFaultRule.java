package io.longhaul.mock.script;

/**
 * A fault and the scrapes to which it applies, numbered from 1: {@code every 5: status 500}, {@code
 * request 10: die 5s}.
 *
 * @param trigger selects the scrapes
 * @param fault fault of these scrapes
 */
public record ScrapeFaultRule(Trigger trigger, ScrapeFault fault) {

  /**
   * Parses a rule: a trigger as in {@link FaultRule}, a colon, and a fault in the syntax of {@link
   * ScrapeFault.Kind}.
   *
   * @throws IllegalArgumentException if either part is invalid
   */
  public static ScrapeFaultRule parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "Invalid scrape fault rule: " + text + " (WHEN: WHAT, such as 'every 5: status 500')");
    }
    return new ScrapeFaultRule(
        Trigger.parse(text.substring(0, colon)), ScrapeFault.parse(text.substring(colon + 1)));
  }
}
