package io.longhaul.mock.script;

import org.jspecify.annotations.Nullable;

/**
 * The script of one request. It belongs to that request, because drawing advances its sequences.
 *
 * @param timeToFirstTokenNanos time from the request's last byte to its first token, including
 *     prefill
 * @param interTokenLatency distribution of the gaps; drawn from {@code gaps}
 * @param gaps the request's sequence for its gaps
 * @param outputTokens number of tokens without a limit, at least 1
 * @param text the request's sequence for its words
 * @param fault fault of the response; null without one
 */
public record RequestScript(
    long timeToFirstTokenNanos,
    DistributionSpec interTokenLatency,
    Draws gaps,
    int outputTokens,
    Draws text,
    @Nullable Fault fault) {

  /** Returns whether the response has a fault of this kind. */
  public boolean has(Fault.Kind kind) {
    return fault != null && fault.kind() == kind;
  }

  /** Returns the factor of the usage; 1 without a fault that changes it. */
  public int usageFactor() {
    return fault == null ? 1 : fault.usageFactor();
  }

  public long nextGapNanos() {
    return interTokenLatency.draw(gaps);
  }
}
