package io.longhaul.mock.script;

/**
 * A fault and the scrapes that it strikes, numbered from 1: {@code every 5: status 500}, {@code
 * request 10: die 5s}.
 *
 * @param trigger which scrapes
 * @param fault what goes wrong with them
 */
public record ScrapeFaultRule(Trigger trigger, ScrapeFault fault) {

  /**
   * Reads a rule: a trigger as in {@link FaultRule}, a colon, and a fault as {@link
   * ScrapeFault.Kind} lists them.
   *
   * @throws IllegalArgumentException if either part cannot be read
   */
  public static ScrapeFaultRule parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          "Invalid scrape fault rule: " + text + " (WHEN: WHAT, as in 'every 5: status 500')");
    }
    return new ScrapeFaultRule(
        Trigger.parse(text.substring(0, colon)), ScrapeFault.parse(text.substring(colon + 1)));
  }
}
