package io.longhaul.mock.script;

/**
 * What is to happen with one request. Belongs to that request: its sequences move on as they are
 * drawn from.
 *
 * @param timeToFirstTokenNanos from the request's last byte to its first token, prefill included
 * @param interTokenLatency the distribution of the gaps; draw them from {@code gaps}
 * @param gaps the request's own sequence for its gaps
 * @param outputTokens how many tokens the model would say, at least 1
 * @param text the request's own sequence for its words
 * @param fault what goes wrong; null if nothing does
 */
public record RequestScript(
    long timeToFirstTokenNanos,
    DistributionSpec interTokenLatency,
    Draws gaps,
    int outputTokens,
    Draws text,
    Fault fault) {

  public long nextGapNanos() {
    return interTokenLatency.draw(gaps);
  }
}
