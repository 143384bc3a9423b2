package io.longhaul.load.plan.dataset;

import io.longhaul.load.plan.check.Problems;

/**
 * What synthetic prompts have in common, in addition to their own text.
 *
 * @param poolSize the number of prefixes, one of which starts each prompt; 0 for none
 * @param prefixTokens length of each prefix
 * @param systemTokens length of a system message that starts all requests; 0 for none
 * @param contextTokens length of a leading user message that differs for each entry; 0 for none
 */
public record PrefixPlan(int poolSize, int prefixTokens, int systemTokens, int contextTokens) {

  /** No prefixes and no shared messages. */
  public static final PrefixPlan NONE = new PrefixPlan(0, 0, 0, 0);

  /** Returns whether there are messages before the prompt. */
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
