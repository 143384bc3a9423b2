package io.longhaul.load.plan;

/**
 * What synthetic prompts have in common, besides what is drawn for each.
 *
 * @param poolSize how many prefixes there are; each prompt begins with one of them; 0 for none
 * @param prefixTokens length of each prefix
 * @param systemTokens length of a system message that all requests begin with; 0 for none
 * @param contextTokens length of a first message of the user, another one for each entry; 0 for
 *     none
 */
public record PrefixPlan(int poolSize, int prefixTokens, int systemTokens, int contextTokens) {

  /** Nothing in common. */
  public static final PrefixPlan NONE = new PrefixPlan(0, 0, 0, 0);

  /** Whether there are messages before the prompt itself. */
  public boolean hasMessages() {
    return systemTokens > 0 || contextTokens > 0;
  }

  void check(Problems problems) {
    if (poolSize < 0 || prefixTokens < 0 || poolSize == 0 != (prefixTokens == 0)) {
      problems.invalid(
          "prefix pool",
          poolSize + " prefixes of " + prefixTokens + " tokens",
          "a number and a length, both more than 0");
    }
    if (systemTokens < 0 || contextTokens < 0) {
      problems.invalid(
          "length of a shared message", Math.min(systemTokens, contextTokens), "0 or more tokens");
    }
  }
}
